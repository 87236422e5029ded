package io.strandline.stream;

import io.strandline.doctor.Finding;
import io.strandline.error.InvalidOptionsException;
import io.strandline.option.GroupOptions;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.option.TablePaths;
import io.strandline.port.ChangeSource;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import io.strandline.report.GroupReport;
import io.strandline.sqlserver.FetchLimits;
import io.strandline.sqlserver.RetryPolicy;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.sqlserver.SqlServerSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The entry to Strandline: one source database and the tables that its changes go to.
 *
 * <p>Thread-safe. Closing it closes the connections and leaves no thread behind; calls still
 * running then fail.
 */
public final class Strandline implements AutoCloseable {

  private final ChangeSource source;
  private final TableStore store;
  private final InstantSource clock;

  private Strandline(ChangeSource source, TableStore store, InstantSource clock) {
    this.source = source;
    this.store = store;
    this.clock = clock;
  }

  /**
   * Opens a source, and the table store that the class path offers. The first call connects.
   *
   * @throws io.strandline.error.InvalidOptionsException if the zone's name is unknown or no table
   *     store is on the class path
   */
  public static Strandline open(StrandlineConfig config) {
    InstantSource clock = InstantSource.system();
    TableStore store = tableStore(clock);
    return new Strandline(SqlServerSource.open(sqlServer(config)), store, clock);
  }

  /**
   * Opens with the given parts, which it closes in the end; what other code than an embedding
   * program uses, such as tests.
   *
   * @param clock the reader's clock; it may hold a verdict back, never advance it
   */
  public static Strandline open(ChangeSource source, TableStore store, InstantSource clock) {
    return new Strandline(source, store, clock);
  }

  /**
   * The stream of the given options; nothing is read or written yet.
   *
   * @throws InvalidOptionsException if the target is no place for a table: inside of another one's
   *     folder, without a safe commit, or named as a group's row
   */
  public Stream stream(StreamOptions options) {
    return new Stream(source, StreamTables.open(store, options), options, Surroundings.real(clock));
  }

  /** A group with the default options. */
  public StreamGroup group(String name, List<Stream> streams) {
    return group(name, streams, GroupOptions.DEFAULT);
  }

  /**
   * Streams of one database whose tables get a common cut and verdict.
   *
   * @param name of the group's row in the control table, {@code group:<name>}: 1 to 256 characters,
   *     none of them a control character, no spaces at its ends
   * @param streams at least one, no two into one table, all with the same control table
   * @throws InvalidOptionsException if they are not
   */
  public StreamGroup group(String name, List<Stream> streams, GroupOptions options) {
    return new StreamGroup(name, streams, options, Surroundings.real(clock));
  }

  /** Calls every stream of a group once; as {@link StreamGroup#ingest()}. */
  public GroupReport ingestGroup(String name, List<Stream> streams) {
    return group(name, streams).ingest();
  }

  /**
   * The verdicts of a control table, without a source.
   *
   * @param control path or URI of the control table
   * @param warehouse folder that table names are relative to; by default the control table's parent
   */
  public static Verdicts verdicts(String control, String warehouse) {
    InstantSource clock = InstantSource.system();
    return new Verdicts(tableStore(clock), control, warehouse, FinalWait.real(clock));
  }

  /** As {@link #verdicts(String, String)}, with the control table's parent folder as warehouse. */
  public static Verdicts verdicts(String control) {
    return verdicts(control, TablePaths.parent(control));
  }

  /**
   * Examines a source for a stream: what is in order, what is not, and how to fix it. Nothing is
   * written, and a source that cannot be reached is a finding. The target is read only where the
   * options name columns, for a stream that has its table goes on where a new one could not begin.
   */
  public static List<Finding> examine(StrandlineConfig config, StreamOptions options) {
    InstantSource clock = InstantSource.system();
    try (TableStore store = tableStore(clock);
        SqlServerSource source = SqlServerSource.open(sqlServer(config))) {
      return new Examining(source, source, store, options, clock).examine(config.url());
    }
  }

  /**
   * All tables of a control table and their facts, without a source.
   *
   * @param control path or URI of the control table
   * @param facts path or URI of the facts table
   * @param warehouse folder that table names are relative to
   */
  public static Overview overview(String control, String facts, String warehouse) {
    InstantSource clock = InstantSource.system();
    return new Overview(tableStore(clock), control, facts, warehouse, clock);
  }

  /** As {@link #overview(String, String, String)}, with the facts table in its default place. */
  public static Overview overview(String control) {
    String warehouse = TablePaths.parent(control);
    return overview(control, TablePaths.facts(warehouse), warehouse);
  }

  /**
   * The table store that the class path offers.
   *
   * @throws InvalidOptionsException if it offers none
   */
  static TableStore tableStore(InstantSource clock) {
    return ServiceLoader.load(TableStoreProvider.class)
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidOptionsException(
                    "no table store is on the class path",
                    "add the artifact io.strandline:strandline-kernel-writer"))
        .open(clock);
  }

  private static SqlServerConfig sqlServer(StrandlineConfig config) {
    return new SqlServerConfig(
        config.url(),
        config.user(),
        config.password().map(Secret::new),
        config.sourceTimeZone(),
        config.loginTimeout(),
        config.queryTimeout().orElse(Duration.ZERO),
        SqlServerConfig.DEFAULT_PACKET_SIZE,
        FetchLimits.DEFAULT,
        new RetryPolicy(config.sourceRetries(), config.retryDelay()));
  }

  @Override
  public void close() {
    source.close();
    store.close();
  }
}
