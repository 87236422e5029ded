package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.type.SqlErrors;

/** Runs CREATE DATABASE, DROP DATABASE and ALTER DATABASE SET. */
final class DatabaseRunner {

  private final LabSession session;

  DatabaseRunner(LabSession session) {
    this.session = session;
  }

  void run(Statement statement) {
    if (statement instanceof Statement.CreateDatabase create) {
      if (!session.access().isSysadmin()) {
        throw SqlException.of(
            262, 14, 1, "CREATE DATABASE permission denied in database 'master'.");
      }
      session.server().createDatabase(create.name());
      return;
    }
    if (statement instanceof Statement.DropDatabase drop) {
      drop(drop);
      return;
    }
    Statement.AlterDatabase alter = (Statement.AlterDatabase) statement;
    String name = alter.name();
    Database database = name == null ? session.current() : session.server().database(name);
    if (!session.access().isOwner(database)) {
      throw SqlException.of(
          5011,
          14,
          5,
          "User does not have permission to alter database '"
              + database.name()
              + "', the database does not exist, or the database is not in a state that allows"
              + " access checks.");
    }
    boolean on = alter.value().equals("ON");
    switch (alter.option()) {
      case "ALLOW_SNAPSHOT_ISOLATION" -> database.snapshotAllowed(on);
      case "READ_COMMITTED_SNAPSHOT" -> database.readCommittedSnapshot(on);
      case "RECOVERY" -> {
        // Any recovery model: the lab keeps the log it needs.
      }
      default -> throw SqlErrors.syntax(alter.option());
    }
  }

  /** Refused while a session is in it (documented); its capture job ends with it. */
  private void drop(Statement.DropDatabase drop) {
    Database database = session.server().find(drop.name());
    if (database == null && drop.ifExists()) {
      return;
    }
    if (database == null || !session.access().isOwner(database)) {
      throw SqlException.of(
          3701,
          11,
          1,
          "Cannot drop the database '"
              + drop.name()
              + "', because it does not exist or you do not have permission.");
    }
    if (database.isInUse()) {
      throw SqlException.of(
          3702,
          16,
          3,
          "Cannot drop database \"" + drop.name() + "\" because it is currently in use.");
    }
    session.server().dropDatabase(database);
  }
}
