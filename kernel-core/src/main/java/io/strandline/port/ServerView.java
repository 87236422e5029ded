package io.strandline.port;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/**
 * What a login may see of a server beside the changes; empty is what it may not see.
 *
 * @param version {@code SERVERPROPERTY('ProductVersion')}, such as {@code 16.0.4225.2}
 * @param edition the edition's name
 * @param engineEdition {@code SERVERPROPERTY('EngineEdition')}: 4 is Express, 5 Azure SQL Database,
 *     8 Managed Instance (documented)
 * @param captureEnabled whether change data capture is on in the database
 * @param agentRuns whether the service SQL Server Agent runs
 * @param jobs the kinds of CDC jobs that the database has, {@code capture} and {@code cleanup}
 * @param scans the newest log scan; none if there was none since the server started
 * @param entries commit times of the newest entries of the time mapping, newest first,
 *     server-local; bounded
 * @param partitions how many partitions the followed table has
 * @param partitionSwitch whether the capture instance lets partitions be switched
 */
public record ServerView(
    String version,
    String edition,
    int engineEdition,
    boolean captureEnabled,
    Optional<Boolean> agentRuns,
    Optional<List<String>> jobs,
    Optional<List<Scan>> scans,
    Optional<List<LocalDateTime>> entries,
    Optional<Integer> partitions,
    Optional<Boolean> partitionSwitch) {

  /**
   * A scan of the log by capture.
   *
   * @param end server-local; empty while it runs
   * @param errors that it met
   */
  public record Scan(Optional<LocalDateTime> end, int errors) {}
}
