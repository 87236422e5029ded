package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Security;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.store.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the statements on logins, users, roles and permissions. */
final class SecurityRunner {

  private final LabSession session;
  private final Database database;

  SecurityRunner(LabSession session) {
    this.session = session;
    this.database = session.current();
  }

  void run(Statement statement) {
    if (statement instanceof Statement.CreateLogin login) {
      createLogin(login);
      return;
    }
    if (statement instanceof Statement.Drop drop && drop.kind() == Statement.DropKind.LOGIN) {
      dropLogin(drop);
      return;
    }
    if (!session.access().isOwner(database)) {
      throw SqlException.of(15247, 16, 1, "User does not have permission to perform this action.");
    }
    if (statement instanceof Statement.CreateUser user) {
      createUser(user);
    } else if (statement instanceof Statement.CreateRole role) {
      requireNew(role.name());
      database.security().addRole(role.name());
    } else if (statement instanceof Statement.AlterRole role) {
      alterRole(role);
    } else if (statement instanceof Statement.Drop drop) {
      dropPrincipal(drop);
    } else {
      permission((Statement.Permission) statement);
    }
  }

  private void createLogin(Statement.CreateLogin login) {
    if (!session.access().isSysadmin()) {
      throw SqlException.of(15247, 16, 1, "User does not have permission to perform this action.");
    }
    if (session.server().hasLogin(login.name())) {
      throw SqlException.of(
          15025, 16, 1, "The server principal '" + login.name() + "' already exists.");
    }
    session.server().putLogin(login.name(), login.password(), false);
  }

  private void dropLogin(Statement.Drop drop) {
    if (drop.ifExists() && !session.server().hasLogin(drop.name())) {
      return;
    }
    if (!session.access().isSysadmin() || !session.server().dropLogin(drop.name())) {
      throw notDropped("login", drop.name());
    }
  }

  private void dropPrincipal(Statement.Drop drop) {
    boolean role = drop.kind() == Statement.DropKind.ROLE;
    boolean found = role ? database.security().isMadeRole(drop.name()) : isUser(drop.name());
    if (!found && drop.ifExists()) {
      return;
    }
    if (!found) {
      throw notDropped(role ? "role" : "user", drop.name());
    }
    if (role && database.security().hasMembers(drop.name())) {
      throw SqlException.of(
          15144, 16, 1, "The role has members. It must be empty before it can be dropped.");
    }
    database.security().drop(drop.name());
  }

  private boolean isUser(String name) {
    return database.security().hasPrincipal(name) && !database.security().hasRole(name);
  }

  private static SqlException notDropped(String kind, String name) {
    return SqlException.of(
        15151,
        16,
        1,
        "Cannot drop the "
            + kind
            + " '"
            + name
            + "', because it does not exist or you do not have permission.");
  }

  private void requireNew(String name) {
    if (database.security().hasPrincipal(name)) {
      throw SqlException.of(
          15023,
          16,
          1,
          "User, group, or role '" + name + "' already exists in the current database.");
    }
  }

  private void createUser(Statement.CreateUser user) {
    if (!session.server().hasLogin(user.login())) {
      throw SqlException.of(
          15007,
          16,
          1,
          "'" + user.login() + "' is not a valid login or you do not have permission.");
    }
    requireNew(user.name());
    database.security().addUser(user.name(), user.login());
  }

  private void alterRole(Statement.AlterRole role) {
    if (role.server()) {
      session.server().sysadmin(role.member(), role.add());
      return;
    }
    if (!database.security().hasRole(role.role())) {
      throw missing("role", role.role());
    }
    if (!database.security().hasPrincipal(role.member())) {
      throw missing("user", role.member());
    }
    if (role.add()) {
      database.security().addMember(role.role(), role.member());
    } else {
      database.security().removeMember(role.role(), role.member());
    }
  }

  private static SqlException missing(String kind, String name) {
    return SqlException.of(
        15151,
        16,
        1,
        "Cannot find the "
            + kind
            + " '"
            + name
            + "', because it does not exist or you do not have permission.");
  }

  private void permission(Statement.Permission permission) {
    @Nullable Boolean allowed =
        switch (permission.verb()) {
          case GRANT -> Boolean.TRUE;
          case DENY -> Boolean.FALSE;
          case REVOKE -> null;
        };
    String object = object(permission);
    List<String> columns = permission.columns().isEmpty() ? List.of("") : permission.columns();
    for (String principal : permission.principals()) {
      if (!database.security().hasPrincipal(principal)) {
        throw missing("user", principal);
      }
      for (String column : columns) {
        database.security().rule(principal, permission.permission(), object, column, allowed);
      }
    }
  }

  private String object(Statement.Permission permission) {
    ObjectName name = permission.object();
    if (name == null) {
      return Security.object(Security.DATABASE);
    }
    if (permission.schema()) {
      if (database.schema(name.name()) == null) {
        throw missing("schema", name.name());
      }
      return Security.schema(name.name());
    }
    String schema = name.schema() == null ? "dbo" : name.schema();
    if (schema.equalsIgnoreCase("cdc")) {
      CaptureInstance instance = database.changeTable(name.name());
      if (instance == null) {
        throw missing("object", name.name());
      }
      return Security.object(instance.objectId());
    }
    Table table = database.table(schema, name.name());
    if (table == null) {
      throw missing("object", name.name());
    }
    for (String column : permission.columns()) {
      if (table.schema().indexOf(column) < 0) {
        throw SqlException.of(
            1911,
            16,
            1,
            "Column name '" + column + "' does not exist in the target table or view.");
      }
    }
    return Security.object(table.objectId());
  }
}
