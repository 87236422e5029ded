package io.strandline.debezium;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes everything on to an engine, and remembers the errors that it answers clients with. */
final class WatchedEngine implements SqlEngine {

  private final SqlEngine engine;
  private final List<Answer> errors = new CopyOnWriteArrayList<>();
  private final List<Throwable> defects = new CopyOnWriteArrayList<>();
  private Optional<Before> before = Optional.empty();

  /** An error that a login's statement got. */
  record Answer(String user, String statement, SqlMessage message) {}

  private record Before(String user, String text, Runnable action) {}

  WatchedEngine(SqlEngine engine) {
    this.engine = engine;
  }

  /** The errors that statements of a login got, in order. */
  List<Answer> errors(String user) {
    return errors.stream().filter(answer -> answer.user().equals(user)).toList();
  }

  /** What else than a SQL error the engine ended a request with. */
  List<Throwable> defects() {
    return List.copyOf(defects);
  }

  /** Runs {@code action} once, before a login's next statement that contains {@code text}. */
  synchronized void before(String user, String text, Runnable action) {
    before = Optional.of(new Before(user, text, action));
  }

  /** Whether the action of {@link #before} has yet to run. */
  synchronized boolean isWaiting() {
    return before.isPresent();
  }

  private synchronized Optional<Runnable> due(String user, String text) {
    Optional<Before> due = before.filter(b -> b.user().equals(user) && text.contains(b.text()));
    if (due.isPresent()) {
      before = Optional.empty();
    }
    return due.map(Before::action);
  }

  @Override
  public SqlSession login(Login login) {
    return new WatchedSession(engine.login(login), login.user());
  }

  private final class WatchedSession implements SqlSession {

    private final SqlSession session;
    private final String user;

    WatchedSession(SqlSession session, String user) {
      this.session = session;
      this.user = user;
    }

    @Override
    public int id() {
      return session.id();
    }

    @Override
    public String database() {
      return session.database();
    }

    @Override
    public void run(SqlRequest request, io.strandline.lab.session.ResultSink out) {
      String text = request instanceof SqlRequest.Text sql ? sql.sql() : request.toString();
      due(user, text).ifPresent(Runnable::run);
      try {
        session.run(request, watched(out, text));
      } catch (SqlException e) {
        errors.add(new Answer(user, text, e.sqlMessage()));
        throw e;
      } catch (io.strandline.lab.session.CancelledException e) {
        throw e;
      } catch (RuntimeException | Error e) {
        defects.add(e);
        throw e;
      }
    }

    private io.strandline.lab.session.ResultSink watched(
        io.strandline.lab.session.ResultSink out, String text) {
      return (io.strandline.lab.session.ResultSink)
          Proxy.newProxyInstance(
              WatchedEngine.class.getClassLoader(),
              new Class<?>[] {io.strandline.lab.session.ResultSink.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("error")) {
                  errors.add(new Answer(user, text, (SqlMessage) arguments[0]));
                }
                try {
                  return method.invoke(out, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public List<Column> describe(SqlRequest.Text request) {
      return session.describe(request);
    }

    @Override
    public void cancel() {
      session.cancel();
    }

    @Override
    public void reset() {
      session.reset();
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
