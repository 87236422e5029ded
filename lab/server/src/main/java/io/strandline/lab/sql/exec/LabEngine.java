package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.control.ControlProcedure;
import io.strandline.lab.session.SqlEngine;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlSession;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.function.FunctionLibrary;
import io.strandline.lab.sql.parse.BatchParser;
import io.strandline.lab.sql.parse.BuiltIns;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.view.CatalogLibrary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Opens sessions on a server. Thread-safe. */
public final class LabEngine implements SqlEngine {

  private static final int FIRST_USER_SESSION = 51;
  private static final int CACHED_BATCHES = 500;
  private static final int LONGEST_CACHED_TEXT = 20_000;

  private record BatchKey(String text, Set<String> parameters) {}

  private final Server server;
  private final Library library = new CatalogLibrary();
  private final BuiltIns builtIns;
  private final AtomicInteger sessions = new AtomicInteger(FIRST_USER_SESSION);
  private final Map<BatchKey, List<Statement.Step>> batches =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<BatchKey, List<Statement.Step>> eldest) {
          return size() > CACHED_BATCHES;
        }
      };

  public LabEngine(Server server) {
    this.server = server;
    this.builtIns = FunctionLibrary.builtIns(server.majorVersion());
    server.agent().stepRunner(new SessionStepRunner(this));
  }

  /** The procedures of schema {@code lab}, by name. */
  public static List<ControlProcedure> controlProcedures() {
    return LabProcedures.descriptions();
  }

  /** The server behind the sessions. */
  public Server server() {
    return server;
  }

  Library library() {
    return library;
  }

  /** A batch's statements, read once for equal texts. */
  List<Statement.Step> parse(String text, Set<String> parameters) {
    BatchKey key = new BatchKey(text, parameters);
    synchronized (batches) {
      List<Statement.Step> known = batches.get(key);
      if (known != null) {
        return known;
      }
    }
    List<Statement.Step> steps = BatchParser.parse(text, builtIns, parameters);
    if (text.length() <= LONGEST_CACHED_TEXT) {
      synchronized (batches) {
        batches.put(key, steps);
      }
    }
    return steps;
  }

  @Override
  public SqlSession login(Login login) {
    if (!server.accepts(login.user(), login.password())) {
      throw SqlException.of(18456, 14, 1, "Login failed for user '" + login.user() + "'.");
    }
    String name = login.database().isEmpty() ? "master" : login.database();
    Database database = server.find(name);
    Access access = new Access(server, login.user());
    if (database == null || access.user(database) == null) {
      throw cannotOpen(name);
    }
    return new LabSession(this, sessions.getAndIncrement(), login, access, database);
  }

  /** A session of Agent's for a step, as a login and without its password; error 4060. */
  LabSession agentSession(String user, String databaseName) {
    Login login = new Login(user, "", databaseName, "SQLAgent - TSQL JobStep", false);
    Access access = new Access(server, user);
    Database database = server.find(databaseName);
    if (!server.hasLogin(user) || database == null || access.user(database) == null) {
      throw cannotOpen(databaseName);
    }
    return new LabSession(this, sessions.getAndIncrement(), login, access, database);
  }

  private static SqlException cannotOpen(String database) {
    return SqlException.of(
        4060,
        11,
        1,
        "Cannot open database \"" + database + "\" requested by the login. The login failed.");
  }
}
