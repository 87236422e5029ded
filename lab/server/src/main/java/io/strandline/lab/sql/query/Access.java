package io.strandline.lab.sql.query;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Security;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.store.Table;
import org.jspecify.annotations.Nullable;

/** What a login may do, database by database. */
public final class Access {

  private final Server server;
  private final String login;

  public Access(Server server, String login) {
    this.server = server;
    this.login = login;
  }

  public boolean isSysadmin() {
    return server.isSysadmin(login);
  }

  /** The login's user in a database; {@code null} if it may not enter. */
  public @Nullable String user(Database database) {
    if (isSysadmin()) {
      return "dbo";
    }
    String user = database.security().userOf(login);
    boolean guest = database.name().equals("master") || database.name().equals(Server.MSDB);
    return user == null && guest ? "guest" : user;
  }

  public boolean isOwner(Database database) {
    String user = user(database);
    return isSysadmin() || user != null && database.security().isMember(user, "db_owner");
  }

  /** Error 229 unless the login owns the database. */
  public void requireOwner(Database database, String what) {
    if (!isOwner(database)) {
      throw SqlException.of(
          229,
          14,
          5,
          "The "
              + what
              + " permission was denied on the object '"
              + database.name()
              + "', database '"
              + database.name()
              + "', schema 'dbo'.");
    }
  }

  /** Whether the login may do something with an object, or with one of its columns. */
  public boolean allows(
      Database database, String permission, int objectId, String schema, String column) {
    if (TemporaryTables.isTemporary(objectId) || isOwner(database)) {
      return true;
    }
    String user = user(database);
    return user != null && database.security().allows(user, permission, objectId, schema, column);
  }

  /** Whether the login may read some column of an object. */
  public boolean allowsAnyColumn(Database database, int objectId, String schema) {
    String user = user(database);
    return allows(database, "SELECT", objectId, schema, "")
        || user != null && database.security().allowsAnyColumn(user, "SELECT", objectId, schema);
  }

  /** Whether the login may know of a table: it has some permission on it. */
  public boolean sees(Database database, Table table) {
    if (isOwner(database)) {
      return true;
    }
    for (String permission : new String[] {"SELECT", "INSERT", "UPDATE", "DELETE"}) {
      if (allows(database, permission, table.objectId(), table.schemaName(), "")) {
        return true;
      }
    }
    return allowsAnyColumn(database, table.objectId(), table.schemaName());
  }

  /**
   * Whether procedures and functions show an instance: SELECT on every captured column and
   * membership of its role, if it has one (documented, measured).
   */
  public boolean seesInstance(Database database, CaptureInstance instance) {
    if (isOwner(database)) {
      return true;
    }
    String user = user(database);
    String role = instance.role();
    if (user == null || role != null && !database.security().isMember(user, role)) {
      return false;
    }
    Table source = instance.source();
    for (CapturedColumn column : instance.columns()) {
      if (!allows(database, "SELECT", source.objectId(), source.schemaName(), column.name())) {
        return false;
      }
    }
    return true;
  }

  /** Error 229. */
  public static SqlException denied(
      String permission, String object, Database database, String schema) {
    return SqlException.of(
        229,
        14,
        5,
        "The "
            + permission
            + " permission was denied on the object '"
            + object
            + "', database '"
            + database.name()
            + "', schema '"
            + schema
            + "'.");
  }

  /** Error 230. */
  public static SqlException columnDenied(
      String permission, String column, String object, Database database, String schema) {
    return SqlException.of(
        230,
        14,
        1,
        "The "
            + permission
            + " permission was denied on the column '"
            + column
            + "' of the object '"
            + object
            + "', database '"
            + database.name()
            + "', schema '"
            + schema
            + "'.");
  }

  /** The name under which rules on an object are kept. */
  public static String ruleObject(int objectId) {
    return Security.object(objectId);
  }
}
