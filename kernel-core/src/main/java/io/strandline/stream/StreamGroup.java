package io.strandline.stream;

import io.strandline.error.CancelledException;
import io.strandline.error.InternalException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.StrandlineException;
import io.strandline.option.GroupOptions;
import io.strandline.option.Option;
import io.strandline.report.GroupReport;
import io.strandline.report.IngestReport;
import io.strandline.report.Progress;
import io.strandline.verdict.GroupIdentity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Streams of one database that are called together, and whose tables have a common cut: rows at or
 * below it are one transactional state across the tables.
 *
 * <p>Thread-safe, as its streams are. Streams may also be called on their own.
 */
public final class StreamGroup {

  /** Longest wait for interrupted members to clean up. */
  private static final long STOP_SECONDS = 60;

  private final String name;
  private final List<Stream> streams;
  private final GroupOptions options;
  private final Surroundings surroundings;
  private final SharedLooks looks = new SharedLooks();

  StreamGroup(String name, List<Stream> streams, GroupOptions options, Surroundings surroundings) {
    this.name = name;
    this.streams = List.copyOf(streams);
    this.options = options;
    this.surroundings = surroundings;
    verify();
  }

  private void verify() {
    List<String> faults = new ArrayList<>();
    if (!GroupIdentity.isName(name)) {
      faults.add(
          "a group's name is 1 to "
              + GroupIdentity.MAX_NAME
              + " characters of text without control characters and without spaces at its ends, and"
              + " this one has "
              + name.length());
    }
    if (streams.isEmpty()) {
      faults.add("the group has no members");
    }
    Set<String> tables = new HashSet<>();
    Set<String> controls = new HashSet<>();
    for (Stream stream : streams) {
      if (!tables.add(stream.tables().bronze().name())) {
        faults.add("table '" + stream.tables().bronze().name() + "' is in the group twice");
      }
      controls.add(stream.options().tables().control());
    }
    if (controls.size() > 1) {
      faults.add(
          "the members have different tables as "
              + Option.CONTROL.javaName()
              + ": "
              + String.join(", ", controls.stream().sorted().toList()));
    }
    if (!faults.isEmpty()) {
      throw new InvalidOptionsException(
          String.join("; ", faults), "correct the group; nothing was read or written");
    }
  }

  /**
   * Calls {@link Stream#ingest()} of every member, in parallel, and publishes the group's cut and
   * verdict. A member that fails stops no other and is reported.
   *
   * @throws InvalidOptionsException if the members are of different databases
   * @throws CancelledException if the caller is interrupted; what members committed stays
   */
  public GroupReport ingest() {
    return ingest(Progress.none());
  }

  /** As {@link #ingest()}, telling how far the members together have come. */
  public GroupReport ingest(Progress progress) {
    GroupVerdict verdict = new GroupVerdict(name, streams);
    verdict.prepare();
    List<GroupReport.Member> members = ingestAll(new GroupProgress(progress));
    return verdict.publish(members);
  }

  private List<GroupReport.Member> ingestAll(GroupProgress progress) {
    SharedLooks.Round round = looks.round(streams.get(0).source());
    Semaphore permits = new Semaphore(options.connections(), true);
    ExecutorService threads =
        surroundings.threads().apply(Math.min(streams.size(), options.connections()));
    try {
      List<Future<GroupReport.Member>> calls = new ArrayList<>();
      for (int i = 0; i < streams.size(); i++) {
        Stream stream = streams.get(i);
        Stream budgeted =
            stream.over(new BudgetedSource(stream.source(), permits, round.member(i)));
        Progress heard = progress.member(i);
        calls.add(threads.submit(() -> call(budgeted, heard)));
      }
      List<GroupReport.Member> members = new ArrayList<>();
      for (Future<GroupReport.Member> call : calls) {
        members.add(call.get());
      }
      return members;
    } catch (InterruptedException e) {
      stop(threads);
      Thread.currentThread().interrupt();
      throw new CancelledException(
          "the call of group '" + name + "' was interrupted", "call again", e);
    } catch (ExecutionException e) {
      stop(threads);
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void stop(ExecutorService threads) {
    threads.shutdownNow();
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static GroupReport.Member call(Stream stream, Progress progress) {
    try {
      return member(stream, Optional.of(stream.ingest(progress)), Optional.empty());
    } catch (StrandlineException e) {
      return member(stream, Optional.empty(), Optional.of(e));
    } catch (RuntimeException e) {
      return member(
          stream,
          Optional.empty(),
          Optional.of(
              new InternalException(
                  e.getClass().getName() + ": " + e.getMessage(),
                  "report this defect with the stack trace",
                  e)));
    }
  }

  private static GroupReport.Member member(
      Stream stream, Optional<IngestReport> report, Optional<StrandlineException> error) {
    return new GroupReport.Member(
        stream.tables().bronze().name(), stream.options().appId(), report, error);
  }
}
