package io.strandline.lab.sql.query;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.Txn;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What binding and running one statement goes by. */
public final class StatementContext implements AutoCloseable {

  /** SET TRANSACTION ISOLATION LEVEL. */
  public enum Isolation {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE,
    SNAPSHOT
  }

  private final Server server;
  private final Database database;
  private final SessionFacts session;
  private final Access access;
  private final Variables variables;
  private final Txn txn;
  private final Isolation isolation;
  private final Instant now;
  private long statementSnapshot = -1;

  public StatementContext(
      Server server,
      Database database,
      SessionFacts session,
      Access access,
      Variables variables,
      Txn txn,
      Isolation isolation) {
    this.server = server;
    this.database = database;
    this.session = session;
    this.access = access;
    this.variables = variables;
    this.txn = txn;
    this.isolation = isolation;
    this.now = server.clock().instant();
  }

  public Server server() {
    return server;
  }

  /** The session's database. */
  public Database database() {
    return database;
  }

  public SessionFacts session() {
    return session;
  }

  public Access access() {
    return access;
  }

  public Variables variables() {
    return variables;
  }

  public Txn txn() {
    return txn;
  }

  public Isolation isolation() {
    return isolation;
  }

  /** The time of the statement: all its GETDATE calls agree. */
  public Instant now() {
    return now;
  }

  /** The database a name means; errors 208 and 916. */
  public Database database(ObjectName name) {
    String part = name.database();
    if (part == null || name.name().startsWith("#")) {
      return database;
    }
    Database named = server.find(part);
    if (named == null) {
      throw SqlErrors.invalidObject(name.text());
    }
    requireEntry(named);
    return named;
  }

  /** The session's temporary table of a name; {@code null} if it has none. */
  public @Nullable Table temporaryTable(String name) {
    return session.temporaryTable(name);
  }

  /** The user table a name means, or the session's temporary one; {@code null} for none. */
  public @Nullable Table table(ObjectName name) {
    if (name.name().startsWith("#")) {
      return session.temporaryTable(name.name());
    }
    return database(name).table(name.schema() == null ? "dbo" : name.schema(), name.name());
  }

  private void requireEntry(Database named) {
    if (access.user(named) == null) {
      throw SqlException.of(
          916,
          14,
          2,
          "The server principal \""
              + session.login()
              + "\" is not able to access the database \""
              + named.name()
              + "\" under the current security context.");
    }
  }

  /** The view of a table for reading, its lock taken. */
  public ReadView view(Database of, Table table, Set<String> hints) {
    if (hints.contains("NOLOCK")
        || hints.contains("READUNCOMMITTED")
        || isolation == Isolation.READ_UNCOMMITTED && hints.isEmpty()) {
      txn.lockForStatement(table, LockMode.STABLE);
      return new ReadView(ReadView.Mode.DIRTY, txn, 0);
    }
    if (hints.contains("TABLOCKX") || hints.contains("XLOCK")) {
      txn.lock(table, LockMode.EXCLUSIVE);
      return new ReadView(ReadView.Mode.COMMITTED, txn, 0);
    }
    if (hints.contains("UPDLOCK")) {
      txn.lock(table, LockMode.UPDATE);
      return new ReadView(ReadView.Mode.COMMITTED, txn, 0);
    }
    if (isolation == Isolation.SNAPSHOT) {
      txn.lockForStatement(table, LockMode.STABLE);
      ReadView view = snapshotView(of);
      if (table.redefined() > txn.snapshot()) {
        throw IsolationErrors.redefined(of.name());
      }
      return view;
    }
    txn.uses(false);
    boolean held =
        isolation == Isolation.SERIALIZABLE
            || isolation == Isolation.REPEATABLE_READ
            || hints.contains("HOLDLOCK")
            || hints.contains("SERIALIZABLE")
            || hints.contains("REPEATABLEREAD");
    if (held) {
      txn.lock(table, LockMode.SHARED);
      return new ReadView(ReadView.Mode.COMMITTED, txn, 0);
    }
    boolean wholeTable = hints.contains("TABLOCK");
    boolean locking =
        wholeTable || !of.isReadCommittedSnapshot() || hints.contains("READCOMMITTEDLOCK");
    LockMode mode = wholeTable ? LockMode.SHARED : LockMode.READ;
    txn.lockForStatement(table, locking ? mode : LockMode.STABLE);
    return locking ? new ReadView(ReadView.Mode.COMMITTED, txn, 0) : statementView();
  }

  /** Errors 3951 and 3952 if the isolation level does not let the statement write. */
  public void beginToWrite() {
    if (isolation == Isolation.SNAPSHOT) {
      snapshotView(database);
    } else {
      txn.uses(false);
    }
  }

  /** The view of log-like tables and of functions over them. */
  public ReadView view(Database of) {
    if (isolation == Isolation.SNAPSHOT) {
      return snapshotView(of);
    }
    return of.isReadCommittedSnapshot()
        ? statementView()
        : new ReadView(ReadView.Mode.COMMITTED, txn, 0);
  }

  private ReadView snapshotView(Database of) {
    if (!of.isSnapshotAllowed()) {
      throw IsolationErrors.notAllowed(of.name());
    }
    if (!txn.uses(true)) {
      throw IsolationErrors.begunOtherwise(of.name());
    }
    return new ReadView(ReadView.Mode.SNAPSHOT, txn, txn.snapshot());
  }

  private ReadView statementView() {
    if (statementSnapshot < 0) {
      statementSnapshot = server.store().order().openSnapshot();
    }
    return new ReadView(ReadView.Mode.SNAPSHOT, txn, statementSnapshot);
  }

  /** Ends the statement. */
  @Override
  public void close() {
    if (statementSnapshot >= 0) {
      server.store().order().closeSnapshot(statementSnapshot);
      statementSnapshot = -1;
    }
    txn.endStatement();
  }
}
