package io.strandline.plan;

import io.strandline.change.TableColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Offset;
import io.strandline.state.StreamState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * A planned batch that other processes write and commit.
 *
 * @param id random; names the plan in its results, and its commit as the state's attempt
 * @param table canonical name of the bronze table
 * @param start the state that the batch follows
 * @param schemaHash SHA-256 of the columns that the files are written with
 * @param batch the plan; a batch without rows has no splits here
 * @param call what the planning call brings into the batch's facts
 */
public record PlanDocument(
    String id, String table, Start start, String schemaHash, BatchPlan batch, Call call) {

  /**
   * The state that a plan was made on.
   *
   * @param tableId id of the Delta table
   * @param appId the stream
   * @param generation the stream's life between two re-snapshots
   * @param batchId the last committed batch
   * @param attempt that committed it
   * @param offset after it
   */
  public record Start(
      String tableId, String appId, int generation, long batchId, String attempt, Offset offset) {

    /** The start that a state is. */
    public static Start of(StreamState state) {
      return new Start(
          state.tableId(),
          state.appId(),
          state.generation(),
          state.batchId(),
          state.attempt(),
          state.offset());
    }
  }

  /**
   * What the call that planned knows of the batch's facts.
   *
   * @param startedAt by the reader's clock, UTC
   * @param roundTrip that the poll took
   * @param warnings what a person should look at
   * @param events the batch's event rows
   */
  public record Call(
      Instant startedAt, Duration roundTrip, List<String> warnings, List<FactsRow> events) {

    public Call {
      warnings = List.copyOf(warnings);
      events = List.copyOf(events);
    }
  }

  /** The document of a plan. */
  public static PlanDocument of(
      String id, String table, StreamState state, BatchPlan plan, Call call) {
    BatchPlan batch = plan.rows() == 0 ? withoutSplits(plan) : plan;
    return new PlanDocument(id, table, Start.of(state), hash(plan.captured()), batch, call);
  }

  /** A range without rows has nothing to write. */
  private static BatchPlan withoutSplits(BatchPlan plan) {
    return new BatchPlan(
        plan.range(),
        plan.end(),
        plan.clock(),
        plan.steps(),
        plan.ahead(),
        plan.regressions(),
        List.of(),
        plan.captured(),
        plan.schema(),
        plan.gaps(),
        plan.losslessSince(),
        plan.source(),
        plan.warnings(),
        plan.watermarkTs());
  }

  /** The SHA-256 of columns' names and types, in hexadecimal. */
  public static String hash(List<TableColumn> columns) {
    MessageDigest digest = sha256();
    for (TableColumn column : columns) {
      byte[] name = column.name().getBytes(StandardCharsets.UTF_8);
      // With its length before it, so that no two lists of columns have the same bytes.
      digest.update((name.length + ":").getBytes(StandardCharsets.UTF_8));
      digest.update(name);
      digest.update((column.type() + ";").getBytes(StandardCharsets.UTF_8));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has it", e);
    }
  }
}
