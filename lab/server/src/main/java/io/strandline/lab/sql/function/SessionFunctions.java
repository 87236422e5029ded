package io.strandline.lab.sql.function;

import io.strandline.lab.catalog.EmulatedVersion;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Types;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Functions and system values on the session, its login and the server. */
final class SessionFunctions {

  private SessionFunctions() {}

  static void addTo(FunctionTable table) {
    addSession(table);
    addPrincipals(table);
    table.add(
        "@@VERSION", call -> Bound.value(Types.nvarchar(300), version(call.context().server())));
    table.add(
        "@@SERVERNAME",
        call -> Bound.value(Types.SYSNAME, call.context().server().settings().name()));
    table.add("SERVERPROPERTY", SessionFunctions::serverProperty);
  }

  private static void addSession(FunctionTable table) {
    table.add(
        "@@SPID",
        call -> Bound.value(SqlType.of(SqlType.Kind.SMALLINT), call.context().session().id()));
    table.add("@@TRANCOUNT", call -> late(call, Types.INT, c -> c.session().transactionCount()));
    table.add("@@ROWCOUNT", call -> late(call, Types.INT, c -> (int) c.session().rowCount()));
    table.add("ROWCOUNT_BIG", call -> late(call, Types.BIGINT, c -> c.session().rowCount()));
    table.add("@@ERROR", call -> late(call, Types.INT, c -> c.session().lastError()));
    table.add(
        "@@LOCK_TIMEOUT", call -> late(call, Types.INT, c -> (int) c.session().lockTimeout()));
    table.add(
        "XACT_STATE",
        call -> late(call, SqlType.of(SqlType.Kind.SMALLINT), c -> c.session().transactionState()));
    addCaught(table);
    table.add("@@IDENTITY", SessionFunctions::identity);
    table.add("SCOPE_IDENTITY", SessionFunctions::identity);
    table.add(
        "APP_NAME", call -> Bound.value(Types.SYSNAME, call.context().session().application()));
    table.add("HOST_NAME", call -> Bound.value(Types.SYSNAME, "lab"));
  }

  /** What CATCH may ask of the error that it took; NULL outside CATCH (documented). */
  private static void addCaught(FunctionTable table) {
    table.add("ERROR_NUMBER", call -> caught(call, Types.INT, SqlMessage::number));
    table.add("ERROR_SEVERITY", call -> caught(call, Types.INT, SqlMessage::severity));
    table.add("ERROR_STATE", call -> caught(call, Types.INT, SqlMessage::state));
    table.add("ERROR_LINE", call -> caught(call, Types.INT, SqlMessage::line));
    table.add("ERROR_MESSAGE", call -> caught(call, Types.nvarchar(4000), SqlMessage::text));
    table.add("ERROR_PROCEDURE", call -> caught(call, Types.SYSNAME, message -> null));
  }

  private static Bound caught(
      FunctionCall call, SqlType type, Function<SqlMessage, @Nullable Object> part) {
    call.arity(0, 0);
    StatementContext context = call.context();
    return Bound.of(
        type,
        frame -> {
          SqlMessage error = context.session().caughtError();
          return error == null ? null : part.apply(error);
        });
  }

  private interface Fact {
    @Nullable Object of(StatementContext context);
  }

  private static Bound late(FunctionCall call, SqlType type, Fact fact) {
    StatementContext context = call.context();
    return Bound.notNull(type, frame -> fact.of(context));
  }

  private static Bound identity(FunctionCall call) {
    StatementContext context = call.context();
    return Bound.of(SqlType.decimal(38, 0), frame -> context.session().lastIdentity());
  }

  private static void addPrincipals(FunctionTable table) {
    for (String name :
        new String[] {"SUSER_SNAME", "SUSER_NAME", "ORIGINAL_LOGIN", "SYSTEM_USER"}) {
      table.add(name, SessionFunctions::login);
    }
    for (String name : new String[] {"USER_NAME", "CURRENT_USER", "USER", "SESSION_USER"}) {
      table.add(
          name,
          call ->
              Bound.value(Types.SYSNAME, call.context().access().user(call.context().database())));
    }
    table.add("IS_MEMBER", SessionFunctions::isMember);
    table.add("IS_ROLEMEMBER", SessionFunctions::isMember);
    table.add("IS_SRVROLEMEMBER", SessionFunctions::isServerRoleMember);
  }

  /** Without an argument the session's login, with a security id the login of that id. */
  private static Bound login(FunctionCall call) {
    StatementContext context = call.context();
    if (call.count() == 0) {
      return Bound.value(Types.SYSNAME, context.session().login());
    }
    call.arity(1, 1);
    Bound sid = call.arg(0).as(Types.varbinary(85));
    return Bound.of(
        Types.SYSNAME,
        frame -> {
          byte[] wanted = (byte[]) sid.eval(frame);
          for (String login : context.server().logins()) {
            if (Arrays.equals(wanted, context.server().sid(login))) {
              return login;
            }
          }
          return null;
        });
  }

  private static Bound isMember(FunctionCall call) {
    call.arity(1, call.call().name().equals("IS_ROLEMEMBER") ? 2 : 1);
    Bound role = call.arg(0).as(Types.SYSNAME);
    Bound asked = call.count() == 2 ? call.arg(1).as(Types.SYSNAME) : null;
    StatementContext context = call.context();
    return Bound.of(
        Types.INT,
        frame -> {
          if (!(role.eval(frame) instanceof String name)
              || !context.database().security().hasRole(name)) {
            return null;
          }
          Object other = asked == null ? null : asked.eval(frame);
          boolean dbo = other instanceof String text && text.equalsIgnoreCase("dbo");
          boolean known =
              dbo
                  || other instanceof String text
                      && context.database().security().hasPrincipal(text);
          if (asked != null && !known) {
            return null;
          }
          String user =
              other instanceof String text ? text : context.access().user(context.database());
          boolean owner = dbo || asked == null && context.access().isOwner(context.database());
          boolean member =
              name.equalsIgnoreCase("public")
                  || name.equalsIgnoreCase("db_owner") && owner
                  || user != null && context.database().security().isMember(user, name);
          return member ? 1 : 0;
        });
  }

  private static Bound isServerRoleMember(FunctionCall call) {
    call.arity(1, 1);
    Bound role = call.arg(0).as(Types.SYSNAME);
    StatementContext context = call.context();
    return Bound.of(
        Types.INT,
        frame -> {
          if (!(role.eval(frame) instanceof String name)) {
            return null;
          }
          return switch (name.toLowerCase(Locale.ROOT)) {
            case "public" -> 1;
            case "sysadmin" -> context.access().isSysadmin() ? 1 : 0;
            default -> null;
          };
        });
  }

  private static String version(Server server) {
    EmulatedVersion version = server.settings().version();
    return version.year() == 0
        ? "Microsoft SQL Azure (RTM) - " + version.productVersion() + " (lab emulator)"
        : "Microsoft SQL Server "
            + version.year()
            + " - "
            + version.productVersion()
            + " (lab emulator) Developer Edition (64-bit)";
  }

  /** Of a sql_variant's values the lab gives numbers as int and the rest as text. */
  private static Bound serverProperty(FunctionCall call) {
    call.arity(1, 1);
    Bound property = call.arg(0).as(Types.SYSNAME);
    Server server = call.context().server();
    boolean number =
        call.call().args().get(0) instanceof io.strandline.lab.sql.ast.Expr.Literal literal
            && literal.value() instanceof String name
            && property(server, name) instanceof Integer;
    SqlType type = number ? Types.INT : Types.nvarchar(128);
    return Bound.of(
        type,
        frame -> {
          Object value =
              property.eval(frame) instanceof String name ? property(server, name) : null;
          return value == null || number ? value : value.toString();
        });
  }

  private static @Nullable Object property(Server server, String name) {
    EmulatedVersion emulated = server.settings().version();
    String[] parts = emulated.productVersion().split("\\.");
    boolean cloud = emulated.year() == 0;
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "productversion" -> emulated.productVersion();
      case "productmajorversion" -> parts[0];
      case "productminorversion" -> parts[1];
      case "productbuild" -> parts[2];
      case "productlevel" -> "RTM";
      case "edition" -> cloud ? "SQL Azure" : "Developer Edition (64-bit)";
      case "engineedition" -> emulated.engineEdition();
      case "servername", "machinename" -> server.settings().name();
      case "collation" -> io.strandline.lab.sql.type.Collation.NAME;
      case "isclustered", "ishadrenabled", "isintegratedsecurityonly", "issingleuser" -> 0;
      default -> null;
    };
  }
}
