package io.strandline.lab.catalog;

import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CaptureSettings;
import io.strandline.lab.cdc.CdcDatabase;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.Store;
import io.strandline.lab.store.Table;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A database. Thread-safe. */
public final class Database {

  private static final int FIRST_OBJECT_ID = 245_575_913;
  private static final int OBJECT_ID_STEP = 16_000_057;

  private final Server server;
  private final int id;
  private final String name;
  private final LocalDateTime createDate;
  private final CdcDatabase cdc;
  private final Security security;
  private final Map<String, Table> tables = new ConcurrentHashMap<>();
  private final Map<String, Schema> schemas = new ConcurrentHashMap<>();
  private final AliasTypes types = new AliasTypes();
  private final AtomicInteger nextObjectId = new AtomicInteger(FIRST_OBJECT_ID);
  private final AtomicInteger nextSchemaId = new AtomicInteger(5);
  private final AtomicLong rowversion = new AtomicLong(2000);
  private final AtomicInteger sessions = new AtomicInteger();
  private volatile UUID brokerGuid;
  private volatile boolean snapshotAllowed;
  private volatile boolean readCommittedSnapshot;

  /** A schema of the database. */
  public record Schema(int id, String name) {}

  Database(Server server, int id, String name, CaptureSettings capture, long seed) {
    this.server = server;
    this.id = id;
    this.name = name;
    this.createDate = DateTimes.datetime(server.clock().local());
    this.cdc = new CdcDatabase(name, server.store(), server.clock(), capture, seed);
    this.security = new Security();
    this.brokerGuid = UUID.nameUUIDFromBytes((name + "/" + seed).getBytes(StandardCharsets.UTF_8));
    schemas.put("dbo", new Schema(1, "dbo"));
    schemas.put("sys", new Schema(4, "sys"));
    schemas.put("information_schema", new Schema(3, "INFORMATION_SCHEMA"));
  }

  public Server server() {
    return server;
  }

  public Store store() {
    return server.store();
  }

  public int id() {
    return id;
  }

  public String name() {
    return name;
  }

  /** Server-local datetime. */
  public LocalDateTime createDate() {
    return createDate;
  }

  public CdcDatabase cdc() {
    return cdc;
  }

  public Security security() {
    return security;
  }

  /** A session has come into it. */
  public void enter() {
    sessions.incrementAndGet();
  }

  /** A session has left it. */
  public void leave() {
    sessions.decrementAndGet();
  }

  /** Whether a session is in it. */
  public boolean isInUse() {
    return sessions.get() > 0;
  }

  /** {@code service_broker_guid}: travels with the database. */
  public UUID brokerGuid() {
    return brokerGuid;
  }

  /** {@code ALTER DATABASE SET NEW_BROKER}. */
  public void newBroker() {
    brokerGuid = UUID.nameUUIDFromBytes((brokerGuid + "/new").getBytes(StandardCharsets.UTF_8));
  }

  public boolean isSnapshotAllowed() {
    return snapshotAllowed;
  }

  public void snapshotAllowed(boolean allowed) {
    snapshotAllowed = allowed;
  }

  public boolean isReadCommittedSnapshot() {
    return readCommittedSnapshot;
  }

  public void readCommittedSnapshot(boolean on) {
    readCommittedSnapshot = on;
  }

  /** The compatibility level of the emulated version. */
  public int compatibilityLevel() {
    return server.majorVersion() * 10;
  }

  public int nextObjectId() {
    return nextObjectId.getAndAdd(OBJECT_ID_STEP) & Integer.MAX_VALUE;
  }

  /** The next value of rowversion columns. */
  public byte[] nextRowversion() {
    return ByteBuffer.allocate(8).putLong(rowversion.incrementAndGet()).array();
  }

  private static String key(String schema, String table) {
    return (schema + "." + table).toLowerCase(Locale.ROOT);
  }

  public @Nullable Table table(String schema, String table) {
    return tables.get(key(schema, table));
  }

  public @Nullable Table table(int objectId) {
    for (Table table : tables.values()) {
      if (table.objectId() == objectId) {
        return table;
      }
    }
    return null;
  }

  /** Adds a table; error 2714 if there is one of that name. */
  public void add(Table table) {
    if (tables.putIfAbsent(key(table.schemaName(), table.name()), table) != null) {
      throw SqlErrors.objectExists(table.name());
    }
  }

  public void remove(Table table) {
    tables.remove(key(table.schemaName(), table.name()), table);
  }

  /** Renames a table; error 15335 if there is one of that name. */
  public void rename(Table table, String name) {
    if (tables.putIfAbsent(key(table.schemaName(), name), table) != null) {
      throw SqlErrors.nameTaken(name, "object");
    }
    tables.remove(key(table.schemaName(), table.name()), table);
    table.rename(name);
  }

  /** User tables by object id. */
  public List<Table> tables() {
    List<Table> all = new ArrayList<>(tables.values());
    all.sort(Comparator.comparingInt(Table::objectId));
    return all;
  }

  public @Nullable Schema schema(String schema) {
    return schemas.get(schema.toLowerCase(Locale.ROOT));
  }

  /** Adds a schema; error 2714 if there is one of that name. */
  public void addSchema(String schema) {
    Schema added = new Schema(nextSchemaId.getAndIncrement(), schema);
    if (schemas.putIfAbsent(schema.toLowerCase(Locale.ROOT), added) != null) {
      throw SqlErrors.objectExists(schema);
    }
  }

  public void removeSchema(String schema) {
    schemas.remove(schema.toLowerCase(Locale.ROOT));
  }

  public List<Schema> schemas() {
    List<Schema> all = new ArrayList<>(schemas.values());
    all.sort(Comparator.comparingInt(Schema::id));
    return all;
  }

  /** The alias types that users made in it. */
  public AliasTypes types() {
    return types;
  }

  /** Goes back to just after the commit {@code lsn}; see {@link CdcDatabase#restoreTo}. */
  public void restoreTo(Lsn lsn, boolean keepCdc) {
    cdc.restoreTo(lsn, keepCdc);
    if (!cdc.isEnabled()) {
      removeSchema("cdc");
    }
  }

  /** Goes on at another server: its name, no jobs. */
  public void failover(String serverName) {
    cdc.failover();
    server.rename(serverName);
  }

  /** The instance whose change table has this name; {@code null} if there is none. */
  public @Nullable CaptureInstance changeTable(String table) {
    if (!table.toLowerCase(Locale.ROOT).endsWith("_ct")) {
      return null;
    }
    return cdc.instance(table.substring(0, table.length() - 3));
  }
}
