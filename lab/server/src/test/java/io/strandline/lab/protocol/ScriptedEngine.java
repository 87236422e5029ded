package io.strandline.lab.protocol;

import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import io.strandline.lab.session.SqlType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A fake engine: answers statements by the first script whose key their text contains. */
final class ScriptedEngine implements SqlEngine {

  static final String USER = "reader";
  static final String PASSWORD = "S3cret!äß";

  /** What a statement does. */
  interface Script {
    void run(SqlRequest request, ResultSink out, Session session);
  }

  private final Map<String, Script> scripts = new LinkedHashMap<>();
  private final Map<String, List<Column>> described = new LinkedHashMap<>();
  final List<SqlRequest> requests = new CopyOnWriteArrayList<>();
  final List<Login> logins = new CopyOnWriteArrayList<>();
  final List<Session> sessions = new CopyOnWriteArrayList<>();
  private final AtomicInteger ids = new AtomicInteger(50);

  ScriptedEngine on(String text, Script script) {
    scripts.put(text, script);
    return this;
  }

  ScriptedEngine describe(String text, Column... columns) {
    described.put(text, List.of(columns));
    return this;
  }

  /** The texts of the requests so far that contain {@code part}. */
  List<String> texts(String part) {
    List<String> found = new ArrayList<>();
    for (SqlRequest request : requests) {
      if (request instanceof SqlRequest.Text text && text.sql().contains(part)) {
        found.add(text.sql());
      }
    }
    return found;
  }

  static Column column(String name, SqlType type) {
    return new Column(name, type, true, false);
  }

  static void rows(ResultSink out, List<Column> columns, Object[]... rows) {
    out.columns(columns);
    for (Object[] row : rows) {
      out.row(row);
    }
    out.done(StatementKind.SELECT, rows.length);
  }

  @Override
  public SqlSession login(Login login) {
    logins.add(login);
    if (!login.user().equals(USER) || !login.password().equals(PASSWORD)) {
      throw SqlException.of(18456, 14, 1, "Login failed for user '" + login.user() + "'.");
    }
    if (!List.of("", "master", "sales").contains(login.database())) {
      throw SqlException.of(
          4060,
          11,
          1,
          "Cannot open database \""
              + login.database()
              + "\" requested by the login. The login failed.");
    }
    Session session = new Session(ids.incrementAndGet(), login.database());
    sessions.add(session);
    return session;
  }

  /** A session of the fake engine. */
  final class Session implements SqlSession {
    private final int id;
    private final String database;
    private final AtomicInteger cancels = new AtomicInteger();
    final AtomicInteger resets = new AtomicInteger();
    final AtomicInteger keptResets = new AtomicInteger();
    final CountDownLatch closed = new CountDownLatch(1);
    final Semaphore waiting = new Semaphore(0);
    private volatile boolean cancelled;

    Session(int id, String database) {
      this.id = id;
      this.database = database.isEmpty() ? "master" : database;
    }

    @Override
    public int id() {
      return id;
    }

    @Override
    public String database() {
      return database;
    }

    @Override
    public void run(SqlRequest request, ResultSink out) {
      cancelled = false;
      requests.add(request);
      String text =
          request instanceof SqlRequest.Text statement
              ? statement.sql()
              : request instanceof SqlRequest.Procedure procedure
                  ? procedure.name()
                  : request.getClass().getSimpleName();
      for (Map.Entry<String, Script> script : scripts.entrySet()) {
        if (text.contains(script.getKey())) {
          script.getValue().run(request, out, this);
          return;
        }
      }
      out.done(StatementKind.OTHER, -1);
    }

    /** Blocks until cancelled. */
    void await() {
      waiting.release();
      try {
        for (int i = 0; i < 6_000 && !cancelled; i++) {
          synchronized (this) {
            wait(10);
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new CancelledException("cancelled");
    }

    @Override
    public List<Column> describe(SqlRequest.Text request) {
      return described.getOrDefault(request.sql(), List.of());
    }

    @Override
    public void cancel() {
      cancels.incrementAndGet();
      cancelled = true;
      synchronized (this) {
        notifyAll();
      }
    }

    @Override
    public void reset(boolean keepTransaction) {
      (keepTransaction ? keptResets : resets).incrementAndGet();
    }

    @Override
    public void close() {
      closed.countDown();
    }

    boolean awaitClosed() throws InterruptedException {
      return closed.await(10, TimeUnit.SECONDS);
    }
  }
}
