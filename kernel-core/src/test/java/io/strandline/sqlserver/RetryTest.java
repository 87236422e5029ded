package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.AuthenticationFailedException;
import io.strandline.error.CancelledException;
import io.strandline.error.InternalException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.sqlserver.SqlServerErrors.Context;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RetryTest {

  private static final Context CONTEXT = new Context("db1", Optional.empty(), "dbo_orders", true);

  private final List<Duration> waits = new ArrayList<>();
  private final Deque<SQLException> failures = new ArrayDeque<>();
  private int attempts;

  private final Retry retry =
      new Retry(new RetryPolicy(3, Duration.ofSeconds(1)), waits::add, new Random(1));

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private String call(Retry with) {
    return with.call(
        () -> {
          attempts++;
          if (!failures.isEmpty()) {
            throw failures.pop();
          }
          return "done";
        },
        error -> SqlServerErrors.translate(error, CONTEXT));
  }

  private void fail(int times, String state, int number) {
    for (int i = 0; i < times; i++) {
      failures.add(new SQLException("x", state, number));
    }
  }

  @Test
  void goesOnAfterPassingFailures() {
    fail(2, "08S01", 0);
    fail(1, "40001", 1205);

    assertThat(call(retry)).isEqualTo("done");

    assertThat(attempts).isEqualTo(4);
    assertThat(waits).hasSize(3);
    assertThat(waits.get(0)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThat(waits.get(1)).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(4));
    assertThat(waits.get(2)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
  }

  @Test
  void givesUpAfterTheLastRetry() {
    fail(4, "08S01", 0);

    assertThatThrownBy(() -> call(retry)).isInstanceOf(SourceUnavailableException.class);
    assertThat(attempts).isEqualTo(4);
  }

  @Test
  void neverRepeatsARefusedLogin() {
    fail(1, "S0001", 18456);

    assertThatThrownBy(() -> call(retry)).isInstanceOf(AuthenticationFailedException.class);
    assertThat(attempts).isEqualTo(1);
    assertThat(waits).isEmpty();
  }

  @Test
  void stopsWhenInterrupted() {
    fail(1, "08S01", 0);
    Retry interrupted =
        new Retry(
            RetryPolicy.DEFAULT,
            time -> {
              throw new InterruptedException();
            },
            new Random(1));

    assertThatThrownBy(() -> call(interrupted)).isInstanceOf(CancelledException.class);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void b66GoesOnAfterADatabaseInTransitionButNotARefusedLogin() {
    fail(1, "S0002", 983);
    assertThat(call(retry)).isEqualTo("done");
    assertThat(attempts).isEqualTo(2);

    fail(1, "S0001", 18456);
    assertThatThrownBy(() -> call(retry)).isInstanceOf(AuthenticationFailedException.class);
    assertThat(attempts).isEqualTo(3);
  }

  @Test
  void b01JudgesByTheNumberNotByTheText() {
    for (String text :
        List.of(
            "An insufficient number of arguments were supplied for the procedure",
            "为过程或函数 cdc.fn_cdc_get_all_changes_ ... 提供的参数数目不足。",
            "deadlock, timeout, connection reset")) {
      attempts = 0;
      failures.add(new SQLException(text, "S0003", 313));

      assertThatThrownBy(() -> call(retry))
          .isInstanceOf(InternalException.class)
          .hasMessageContaining("313");
      assertThat(attempts).isEqualTo(1);
    }
  }

  @Test
  void b01JudgesATransientNumberWithAnyText() {
    failures.add(new SQLException("事务与另一个进程被死锁在资源上", "40001", 1205));

    assertThat(call(retry)).isEqualTo("done");
  }

  @Test
  void failsAtOnceWithoutRetries() {
    fail(1, "08S01", 0);
    Retry none = new Retry(new RetryPolicy(0, Duration.ofSeconds(1)), waits::add, new Random(1));

    assertThatThrownBy(() -> call(none))
        .isInstanceOfSatisfying(
            SourceUnavailableException.class, e -> assertThat(e.isPassing()).isTrue());
    assertThat(waits).isEmpty();
  }
}
