package io.strandline.lab.catalog;

import io.strandline.lab.agent.Agent;
import io.strandline.lab.cdc.CaptureSettings;
import io.strandline.lab.clock.LabClock;
import io.strandline.lab.control.LabControls;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.Store;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The emulated server: databases and logins on one clock and one store. Thread-safe. */
public final class Server implements AutoCloseable {

  /** The database of SQL Server Agent. */
  public static final String MSDB = "msdb";

  private static final int MSDB_ID = 4;
  private static final int FIRST_USER_DATABASE = 5;

  private volatile ServerSettings settings;
  private final LabClock clock;
  private final LabControls controls;
  private final Store store = new Store();
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final Map<String, Login> logins = new ConcurrentHashMap<>();
  private final Map<Integer, LiveSession> sessions = new ConcurrentSkipListMap<>();
  private final Agent agent;
  private int nextDatabaseId = FIRST_USER_DATABASE;

  /** A server login; {@code defaultDatabase} is where it starts. */
  private record Login(String name, String password, boolean sysadmin) {}

  public Server(ServerSettings settings, LabClock clock, LabControls controls) {
    this.settings = settings;
    this.clock = clock;
    this.agent = new Agent(clock);
    this.controls = controls;
    databases.put("master", new Database(this, 1, "master", settings.capture(), 1));
    databases.put(MSDB, new Database(this, MSDB_ID, MSDB, settings.capture(), MSDB_ID));
  }

  public ServerSettings settings() {
    return settings;
  }

  /** Goes on under another name, as after a failover to another server. */
  public void rename(String name) {
    ServerSettings old = settings;
    settings = new ServerSettings(name, old.version(), old.capture(), old.seed());
  }

  public LabClock clock() {
    return clock;
  }

  /** SQL Server Agent: its jobs and whether it runs. */
  public Agent agent() {
    return agent;
  }

  /** Faults, trace and connections. */
  public LabControls controls() {
    return controls;
  }

  public Store store() {
    return store;
  }

  /** The open sessions by their number. */
  public Collection<LiveSession> sessions() {
    return sessions.values();
  }

  /** Lists a session until {@link #leave}. */
  public void enter(LiveSession session) {
    sessions.put(session.id(), session);
  }

  /** A session was closed. */
  public void leave(LiveSession session) {
    sessions.remove(session.id());
    store.sessionWaits().forget(session.id());
  }

  /** The major version with the same abilities, 16 for SQL Server 2022 and the cloud. */
  public int majorVersion() {
    return settings.version().level();
  }

  /** Makes a database; error 1801 if there is one of that name. */
  public synchronized Database createDatabase(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    if (databases.containsKey(key)) {
      throw io.strandline.lab.session.SqlException.of(
          1801, 16, 3, "Database '" + name + "' already exists. Choose a different database name.");
    }
    int id = nextDatabaseId++;
    CaptureSettings capture = settings.capture();
    Database database = new Database(this, id, name, capture, settings.seed() + id);
    databases.put(key, database);
    return database;
  }

  /** Takes a database away and ends its capture job. */
  public synchronized void dropDatabase(Database database) {
    databases.remove(database.name().toLowerCase(Locale.ROOT), database);
    database.cdc().job().close();
  }

  /** The database of a name in any case; {@code null} if there is none. */
  public @Nullable Database find(String name) {
    return databases.get(name.toLowerCase(Locale.ROOT));
  }

  /** The database of a name; error 911 if there is none. */
  public Database database(String name) {
    Database database = find(name);
    if (database == null) {
      throw SqlErrors.unknownDatabase(name);
    }
    return database;
  }

  /** All databases by id. */
  public List<Database> databases() {
    List<Database> all = new ArrayList<>(databases.values());
    all.sort(Comparator.comparingInt(Database::id));
    return all;
  }

  /** Adds or replaces a login. */
  public void putLogin(String name, String password, boolean sysadmin) {
    logins.put(name.toLowerCase(Locale.ROOT), new Login(name, password, sysadmin));
  }

  public boolean hasLogin(String name) {
    return logins.containsKey(name.toLowerCase(Locale.ROOT));
  }

  /** Drops a login; whether there was one. */
  public boolean dropLogin(String name) {
    return logins.remove(name.toLowerCase(Locale.ROOT)) != null;
  }

  /** All logins by name, the administrator first. */
  public List<String> logins() {
    return logins.values().stream()
        .map(Login::name)
        .sorted(
            Comparator.comparing((String name) -> !name.equalsIgnoreCase("sa"))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  /** A login's security id: 0x01 for {@code sa} (documented), else sixteen bytes of its name. */
  public byte[] sid(String login) {
    if (login.equalsIgnoreCase("sa")) {
      return new byte[] {1};
    }
    byte[] name = login.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    UUID hash = UUID.nameUUIDFromBytes(name);
    return ByteBuffer.allocate(16)
        .putLong(hash.getMostSignificantBits())
        .putLong(hash.getLeastSignificantBits())
        .array();
  }

  /** Whether this is a login's password. */
  public boolean accepts(String name, String password) {
    Login login = logins.get(name.toLowerCase(Locale.ROOT));
    return login != null && login.password().equals(password);
  }

  /** Whether the login may do everything. */
  public boolean isSysadmin(String name) {
    Login login = logins.get(name.toLowerCase(Locale.ROOT));
    return login != null && login.sysadmin();
  }

  /** Makes a login a sysadmin, or no longer one. */
  public void sysadmin(String name, boolean member) {
    logins.computeIfPresent(
        name.toLowerCase(Locale.ROOT),
        (key, login) -> new Login(login.name(), login.password(), member));
  }

  @Override
  public void close() {
    agent.close();
    databases.values().forEach(database -> database.cdc().close());
  }
}
