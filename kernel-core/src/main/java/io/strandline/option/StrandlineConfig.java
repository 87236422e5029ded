package io.strandline.option;

import java.time.Duration;
import java.util.Optional;

/**
 * How to reach a source, validated together and frozen.
 *
 * <p>Its text form leaves the password and the URL's properties out.
 *
 * @param url JDBC URL of the source database
 * @param user login name; empty if the URL or another way of authentication names it
 * @param password of the login; empty likewise
 * @param sourceTimeZone zone of the server's local clock, IANA or Windows name; empty if the server
 *     says it
 * @param loginTimeout longest wait for a connection
 * @param queryTimeout longest wait for a statement's first answer; empty for no limit
 * @param sourceRetries how often a call is made again after a failure that passes, 0 to 10
 * @param retryDelay wait before the first retry, 1 ms to 1 min
 */
public record StrandlineConfig(
    String url,
    Optional<String> user,
    Optional<String> password,
    Optional<String> sourceTimeZone,
    Duration loginTimeout,
    Optional<Duration> queryTimeout,
    int sourceRetries,
    Duration retryDelay) {

  private static final String SCHEME = "jdbc:sqlserver:";
  private static final Duration MAX_LOGIN_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration MAX_QUERY_TIMEOUT = Duration.ofDays(1);
  private static final int MAX_RETRIES = 10;
  private static final Duration MIN_RETRY_DELAY = Duration.ofMillis(1);
  private static final Duration MAX_RETRY_DELAY = Duration.ofMinutes(1);

  /**
   * The configuration of the given texts; options of a stream are left alone.
   *
   * @throws io.strandline.error.InvalidOptionsException naming every fault
   */
  public static StrandlineConfig of(OptionValues values) {
    String url = values.text(Option.URL);
    if (!url.isBlank() && !url.startsWith(SCHEME)) {
      values.fault(Option.URL, "url does not start with " + SCHEME);
    }
    Duration login =
        values.duration(Option.LOGIN_TIMEOUT, Duration.ofSeconds(1), MAX_LOGIN_TIMEOUT);
    Optional<Duration> query =
        values.durationOrOff(Option.QUERY_TIMEOUT, Duration.ofSeconds(1), MAX_QUERY_TIMEOUT);
    int retries = values.parsed(Option.SOURCE_RETRIES, 0, StrandlineConfig::retries);
    Duration delay = values.duration(Option.RETRY_DELAY, MIN_RETRY_DELAY, MAX_RETRY_DELAY);
    values.throwIfFaulty();
    return new StrandlineConfig(
        url,
        values.find(Option.USER),
        values.find(Option.PASSWORD),
        values.find(Option.SOURCE_TIME_ZONE),
        login,
        query,
        retries,
        delay);
  }

  private static int retries(String text) {
    int retries = Integer.parseInt(text);
    if (retries < 0 || retries > MAX_RETRIES) {
      throw new IllegalArgumentException(text);
    }
    return retries;
  }

  @Override
  public String toString() {
    int properties = url.indexOf(';');
    return "StrandlineConfig[url="
        + (properties < 0 ? url : url.substring(0, properties))
        + ", user="
        + user.orElse("")
        + "]";
  }
}
