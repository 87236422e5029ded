package io.strandline.sqlserver;

import io.strandline.error.StrandlineException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a call again, from its same start, after failures that pass by themselves. Thread-safe. */
final class Retry {

  private static final Logger LOG = LoggerFactory.getLogger(Retry.class);

  /** Something that asks the source. */
  interface Attempt<T> {
    T run() throws SQLException;
  }

  /** Waits. */
  interface Pause {
    void await(Duration time) throws InterruptedException;
  }

  private final RetryPolicy policy;
  private final Pause pause;
  private final RandomGenerator random;

  Retry(RetryPolicy policy, Pause pause, RandomGenerator random) {
    this.policy = policy;
    this.pause = pause;
    this.random = random;
  }

  /**
   * The first result that comes.
   *
   * @param translate makes the error of a failure that is not, or no more, tried again
   */
  <T> T call(Attempt<T> attempt, Function<SQLException, StrandlineException> translate) {
    for (int retry = 1; ; retry++) {
      try {
        return attempt.run();
      } catch (SQLException e) {
        SqlFailure failure = SqlFailure.of(e);
        if (failure.kind() != SqlFailure.Kind.TRANSIENT || retry > policy.retries()) {
          throw translate.apply(e);
        }
        Duration wait = jittered(policy.delay(retry));
        LOG.warn(
            "The source failed with error {} (SQLSTATE {}); retry {} of {} in {} ms",
            failure.number(),
            failure.sqlState(),
            retry,
            policy.retries(),
            wait.toMillis());
        sleep(wait);
      }
    }
  }

  private Duration jittered(Duration least) {
    return least.plusNanos((long) (random.nextDouble() * least.toNanos()));
  }

  private void sleep(Duration wait) {
    try {
      pause.await(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw SqlServerErrors.cancelled(e);
    }
  }
}
