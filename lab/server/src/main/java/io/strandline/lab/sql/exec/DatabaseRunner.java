package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.type.SqlErrors;

/** Runs CREATE DATABASE and ALTER DATABASE SET. */
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
}
