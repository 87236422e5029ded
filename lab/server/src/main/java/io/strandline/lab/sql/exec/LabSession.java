package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.LiveSession;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.SessionFacts;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.query.TemporaryTables;
import io.strandline.lab.sql.query.Variables;
import io.strandline.lab.sql.type.DateTimes;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.Txn;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A session. */
final class LabSession implements SqlSession, SessionFacts, LiveSession {

  private final LabEngine engine;
  private final int id;
  private final SqlEngine.Login login;
  private final Access access;
  private final Database initialDatabase;
  private final TransactionState transactions;
  private final LocalDateTime loginTime;
  private volatile boolean running;
  private boolean closed;
  private volatile boolean cancelled;
  private volatile BooleanSupplier stop = () -> false;
  private volatile SessionOptions options = new SessionOptions();
  private volatile Database database;
  private long rowCount;
  private int lastError;
  private final Deque<SqlMessage> caught = new ArrayDeque<>();
  private final TemporaryTables temporaryTables = new TemporaryTables();
  private @Nullable BigDecimal lastIdentity;

  LabSession(LabEngine engine, int id, SqlEngine.Login login, Access access, Database database) {
    this.engine = engine;
    this.id = id;
    this.login = login;
    this.access = access;
    this.initialDatabase = database;
    this.database = database;
    database.enter();
    this.transactions = new TransactionState(engine.server().store(), id, this::isCancelled);
    this.loginTime = DateTimes.datetime(engine.server().clock().local());
    engine.server().enter(this);
  }

  LabEngine engine() {
    return engine;
  }

  Server server() {
    return engine.server();
  }

  Access access() {
    return access;
  }

  SessionOptions options() {
    return options;
  }

  /** Puts back the options that a called text may have changed. */
  void options(SessionOptions before) {
    options = before;
  }

  @Override
  public int databaseId() {
    return database.id();
  }

  @Override
  public int isolationLevel() {
    return options.isolation().ordinal() + 1;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public LocalDateTime loginTime() {
    return loginTime;
  }

  TransactionState transactions() {
    return transactions;
  }

  /** Error 40510 where a ROLLBACK would have to take back what the lab cannot. */
  void requireAutocommit(String what) {
    if (transactions.open() != null || options.isImplicitTransactions()) {
      throw SqlErrors.notEmulated(what + " inside a transaction");
    }
  }

  Database current() {
    return database;
  }

  void use(Database next) {
    next.enter();
    database.leave();
    database = next;
  }

  boolean isCancelled() {
    return cancelled || stop.getAsBoolean();
  }

  void rowCount(long count) {
    rowCount = count;
  }

  void lastError(int number) {
    lastError = number;
  }

  TemporaryTables temporaryTables() {
    return temporaryTables;
  }

  @Override
  public @Nullable Table temporaryTable(String name) {
    return temporaryTables.find(name);
  }

  /** The errors of the CATCH blocks that run, the innermost first. */
  Deque<SqlMessage> caught() {
    return caught;
  }

  @Override
  public @Nullable SqlMessage caughtError() {
    return caught.peek();
  }

  void lastIdentity(long value) {
    lastIdentity = BigDecimal.valueOf(value);
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public String database() {
    return database.name();
  }

  @Override
  public String login() {
    return login.user();
  }

  @Override
  public String application() {
    return login.application();
  }

  @Override
  public int transactionCount() {
    return transactions.depth();
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public int lastError() {
    return lastError;
  }

  @Override
  public long lockTimeout() {
    return options.lockTimeout();
  }

  @Override
  public int transactionState() {
    return transactions.open() == null ? 0 : transactions.isDoomed() ? -1 : 1;
  }

  @Override
  public @Nullable BigDecimal lastIdentity() {
    return lastIdentity;
  }

  /** The context of one statement in {@code txn}. */
  StatementContext context(Variables variables, Txn txn) {
    txn.lockTimeoutMillis(options.lockTimeout());
    return new StatementContext(
        server(), database, this, access, variables, txn, options.isolation());
  }

  /** Also ends requests when {@code condition} holds, be it before they begin. */
  void stopWhen(BooleanSupplier condition) {
    stop = condition;
  }

  @Override
  public void run(SqlRequest request, ResultSink out) {
    cancelled = false;
    running = true;
    try {
      RequestRunner runner = new RequestRunner(this, out);
      runner.run(request);
    } finally {
      running = false;
      cancelled = false;
    }
  }

  @Override
  public List<Column> describe(SqlRequest.Text request) {
    return new Describer(this).describe(request);
  }

  /** The variables that a request's parameters are. */
  static Variables variables(List<Parameter> parameters) {
    Variables variables = new Variables();
    for (Parameter parameter : parameters) {
      if (parameter.value() instanceof OffsetDateTime time) {
        DateTimes.inRange(time, parameter.type(), parameter.type());
      }
      variables.declare(
          parameter.name().toLowerCase(Locale.ROOT), parameter.type(), parameter.value());
    }
    return variables;
  }

  static Set<String> names(List<Parameter> parameters) {
    Set<String> distinct = new HashSet<>();
    for (Parameter parameter : parameters) {
      if (!distinct.add(parameter.name().toLowerCase(Locale.ROOT))) {
        throw SqlErrors.duplicateVariable(parameter.name());
      }
    }
    return distinct;
  }

  @Override
  public void cancel() {
    if (running) {
      cancelled = true;
      server().store().wakeWaiters();
      server().clock().wake();
    }
  }

  @Override
  public void reset(boolean keepTransaction) {
    if (!keepTransaction) {
      transactions.rollbackAll(null);
    }
    options = new SessionOptions();
    use(initialDatabase);
    rowCount = 0;
    lastError = 0;
    lastIdentity = null;
    caught.clear();
    temporaryTables.dropSince(0);
  }

  @Override
  public void close() {
    transactions.rollbackAll(null);
    if (!closed) {
      closed = true;
      server().leave(this);
      database.leave();
    }
  }
}
