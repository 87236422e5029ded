package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.error.CancelledException;
import io.strandline.error.InvalidOptionsException;
import io.strandline.report.RowsRead;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bounds of what a gateway keeps. */
class CallsTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final AtomicReference<Instant> now = new AtomicReference<>(Sample.UNTIL);
  private final Calls calls = new Calls(now::get);
  private final CountDownLatch open = new CountDownLatch(1);

  @AfterEach
  void close() {
    open.countDown();
    calls.close();
  }

  private String waits(RunningCall call) {
    try {
      open.await();
      return "{}";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("interrupted", "call again", e);
    }
  }

  private String started(Function<RunningCall, String> work) {
    return Protocol.verified(calls.start(work, Duration.ZERO)).path("id").asText();
  }

  @Test
  void progressAndBatchesAreToldWhileACallRuns() throws Exception {
    CountDownLatch reported = new CountDownLatch(1);
    String id =
        started(
            call -> {
              call.report(Sample.committed());
              call.rows(new RowsRead(7, OptionalLong.of(10), Duration.ofSeconds(1)));
              reported.countDown();
              return waits(call);
            });
    reported.await();
    JsonNode running = Protocol.verified(calls.await(id, Duration.ZERO));
    assertThat(running.get("progress").toString())
        .isEqualTo(
            "{\"rows\":7,\"expected\":10,\"percent\":70,\"remaining_seconds\":0.428,\"batches\":1}");
  }

  @Test
  void whatWasCommittedBeforeAFailureIsTold() {
    String answer =
        calls.start(
            call -> {
              call.report(Sample.committed());
              throw Sample.loss("dbo_orders");
            },
            LONG);
    JsonNode failed = Protocol.verified(answer);
    assertThat(failed.at("/batches/0/batch_id").intValue()).isEqualTo(7);
    assertThat(failed.at("/error/details/min_lsn").textValue()).isEqualTo(Sample.END.toString());
  }

  @Test
  void whateverIsThrownIsAnAnswer() {
    List<Throwable> all =
        List.of(
            new IllegalStateException("broken"),
            new NoClassDefFoundError("lost/Class"),
            new OutOfMemoryError("full"));
    for (Throwable thrown : all) {
      JsonNode failed = Protocol.verified(calls.start(call -> sneak(thrown), LONG));
      assertThat(failed.at("/error/code").textValue()).isEqualTo("INTERNAL");
      assertThat(failed.at("/error/message").textValue()).contains(thrown.getMessage());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> String sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void aCallThatHasNotBegunIsCancelledAtOnce() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 65; i++) {
      ids.add(started(this::waits));
    }
    String last = ids.get(64);
    calls.cancel(last);
    JsonNode cancelled = Protocol.verified(calls.await(last, Duration.ZERO));
    assertThat(cancelled.at("/error/code").textValue()).isEqualTo("CANCELLED");
    calls.cancel(ids.get(0));
    assertThat(Protocol.verified(calls.await(ids.get(0), LONG)).at("/error/code").textValue())
        .isEqualTo("CANCELLED");
  }

  @Test
  void aCancelledCallLeavesItsThreadUsable() {
    for (int i = 0; i < 200; i++) {
      String id = started(this::waits);
      calls.cancel(id);
      calls.await(id, LONG);
      String next = calls.start(call -> Thread.currentThread().isInterrupted() ? "1" : "0", LONG);
      assertThat(Protocol.json(next).get("result").intValue()).isZero();
    }
  }

  @Test
  void moreCallsThanCanBeKeptAreRefused() {
    for (int i = 0; i < Calls.MOST; i++) {
      started(this::waits);
    }
    assertThatThrownBy(() -> calls.start(this::waits, Duration.ZERO))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("1000");
  }

  @Test
  void anAnswerThatNobodyFetchesIsForgottenAfterAWhile() throws Exception {
    String id = started(this::waits);
    // A call that is over at once has its answer fetched by its start.
    String kept = started(this::waits);
    open.countDown();
    while (calls.areRunning()) {
      Thread.onSpinWait();
    }
    now.set(Sample.UNTIL.plus(Calls.KEPT));
    calls.start(call -> "{}", LONG);
    assertThat(Protocol.verified(calls.await(kept, Duration.ZERO)).get("state").textValue())
        .isEqualTo("done");
    now.set(Sample.UNTIL.plus(Calls.KEPT).plusMillis(1));
    calls.start(call -> "{}", LONG);
    assertThatThrownBy(() -> calls.await(id, Duration.ZERO))
        .isInstanceOf(InvalidOptionsException.class);
  }
}
