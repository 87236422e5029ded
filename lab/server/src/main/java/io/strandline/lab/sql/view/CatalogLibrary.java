package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.catalog.Server;
import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.function.FunctionLibrary;
import io.strandline.lab.sql.query.Access;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds relations by name. */
public final class CatalogLibrary implements Library {

  /** The names of the catalog's views, by schema. */
  public static Map<String, List<String>> views() {
    return Map.of("sys", SystemViews.names(), InformationSchema.NAME, InformationSchema.names());
  }

  @Override
  public Bound function(FunctionCall call) {
    return FunctionLibrary.bind(call);
  }

  @Override
  public Relation relation(StatementContext context, ObjectName name, Set<String> hints) {
    Database database = context.database(name);
    String schema = name.schema() == null ? "dbo" : name.schema();
    if (schema.equalsIgnoreCase("sys")) {
      View view = SystemViews.find(name.name());
      if (view == null) {
        throw SqlErrors.invalidObject(name.text());
      }
      return relation(context, database, view);
    }
    if (schema.equalsIgnoreCase(InformationSchema.NAME)) {
      View view = InformationSchema.find(name.name());
      if (view == null) {
        throw SqlErrors.invalidObject(name.text());
      }
      return relation(context, database, view);
    }
    if (schema.equalsIgnoreCase("cdc")) {
      return captured(context, database, name, hints);
    }
    if (schema.equalsIgnoreCase("dbo") && database.name().equals(Server.MSDB)) {
      View view = AgentViews.find(name.name());
      if (view != null) {
        if (!context.access().isOwner(database)) {
          throw Access.denied("SELECT", name.name().toLowerCase(Locale.ROOT), database, "dbo");
        }
        return relation(context, database, view);
      }
    }
    Table table = context.table(name);
    if (table == null) {
      throw SqlErrors.invalidObject(name.text());
    }
    return new TableRelation(context, database, table, hints);
  }

  private static Relation relation(StatementContext context, Database database, View view) {
    return new ListRelation(view.columns(), () -> view.source().rows(context, database));
  }

  private static Relation captured(
      StatementContext context, Database database, ObjectName name, Set<String> hints) {
    if (!database.cdc().isEnabled()) {
      throw SqlErrors.invalidObject(name.text());
    }
    if (name.name().equalsIgnoreCase("lsn_time_mapping")) {
      return new TimesRelation(context, database);
    }
    View view = CdcViews.find(name.name());
    if (view != null) {
      if (!context.access().isOwner(database)) {
        throw Access.denied("SELECT", name.name().toLowerCase(Locale.ROOT), database, "cdc");
      }
      return relation(context, database, view);
    }
    CaptureInstance instance = database.changeTable(name.name());
    if (instance == null) {
      throw SqlErrors.invalidObject(name.text());
    }
    return new ChangeTableRelation(context, database, instance, hints);
  }

  /** Whether a table of schema {@code cdc} has this name. */
  public static boolean isCaptureTable(Database database, String name) {
    return database.cdc().isEnabled()
        && (name.equalsIgnoreCase("lsn_time_mapping")
            || CdcViews.find(name) != null
            || database.changeTable(name) != null);
  }

  @Override
  public Relation tableFunction(StatementContext context, ObjectName name, List<Bound> args) {
    Database database = context.database(name);
    String schema = name.schema() == null ? "dbo" : name.schema();
    if (schema.equalsIgnoreCase("cdc")) {
      Relation changes = changes(context, database, name.name(), args);
      if (changes != null) {
        return changes;
      }
    }
    throw SqlErrors.invalidObject(name.text());
  }

  private static @Nullable Relation changes(
      StatementContext context, Database database, String function, List<Bound> args) {
    CaptureInstance all = instance(database, function, AllChanges.PREFIX);
    if (all != null) {
      return new AllChanges(
          new ChangeFunction(context, database, all, AllChanges.PREFIX, AllChanges.OPTIONS, args));
    }
    CaptureInstance net = instance(database, function, NetChanges.PREFIX);
    if (net != null && net.supportsNetChanges()) {
      return new NetChanges(
          new ChangeFunction(context, database, net, NetChanges.PREFIX, NetChanges.OPTIONS, args));
    }
    return null;
  }

  private static @Nullable CaptureInstance instance(
      Database database, String function, String prefix) {
    return function.toLowerCase(Locale.ROOT).startsWith(prefix)
        ? database.cdc().instance(function.substring(prefix.length()))
        : null;
  }
}
