package io.strandline.lab.sql.exec;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.function.QualifiedName;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintEditor;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.LockMode;
import io.strandline.lab.store.Table;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code sp_rename} of tables, columns, indexes and key constraints (documented). */
final class RenameProcedure {

  private RenameProcedure() {}

  static void addTo(Map<String, Procedure> procedures) {
    procedures.put(
        "sp_rename", Procedure.of("@objname @newname @objtype", RenameProcedure::rename));
  }

  private static void rename(ProcedureCall call) {
    String name = call.requiredText("@objname");
    String newName = call.requiredText("@newname");
    String given = call.text("@objtype");
    String type = given == null ? "OBJECT" : given.toUpperCase(Locale.ROOT);
    call.context().access().requireOwner(call.database(), "ALTER");
    switch (type) {
      case "OBJECT" -> renameObject(call, name, newName);
      case "COLUMN" -> renameColumn(call, name, newName);
      case "INDEX" -> renameIndex(call, name, newName);
      default ->
          throw SqlException.of(
              15249, 11, 1, "Error: Explicit @objtype '" + given + "' is unrecognized.");
    }
    call.info(
        15477,
        "Caution: Changing any part of an object name could break scripts and stored"
            + " procedures.");
  }

  private static SqlException ambiguous(String type) {
    return SqlException.of(
        15248,
        11,
        1,
        "Either the parameter @objname is ambiguous or the claimed @objtype ("
            + type
            + ") is wrong.");
  }

  private static void renameObject(ProcedureCall call, String name, String newName) {
    Database database = call.database();
    QualifiedName parsed = QualifiedName.parse(name);
    Table table = parsed == null ? null : database.table(parsed.schema(), parsed.name());
    if (table == null) {
      if (parsed == null || !renameKey(call, parsed.name(), newName)) {
        throw SqlException.of(
            15225,
            11,
            1,
            "No item by the name of '"
                + name
                + "' could be found in the current database '"
                + database.name()
                + "', given that @itemtype was input as '(null)'.");
      }
      return;
    }
    call.context().txn().lock(table, LockMode.SCHEMA);
    String before = table.name();
    database.rename(table, newName);
    call.context().txn().onUndo(() -> database.rename(table, before));
  }

  private static boolean renameKey(ProcedureCall call, String name, String newName) {
    for (Table table : call.database().tables()) {
      for (KeyDef key : table.schema().keys()) {
        if (key.constraint() && key.name().equalsIgnoreCase(name)) {
          new ConstraintEditor(table, call.context().txn()).rename(key, newName);
          return true;
        }
      }
    }
    return false;
  }

  /** The table and the last part of {@code [schema.]table.part}. */
  private record Part(Table table, String name) {
    static @Nullable Part of(Database database, String text) {
      QualifiedName parsed = QualifiedName.parse(text);
      if (parsed == null) {
        return null;
      }
      String schema = parsed.database() == null ? "dbo" : parsed.database();
      Table table = database.table(schema, parsed.schema());
      return table == null ? null : new Part(table, parsed.name());
    }
  }

  private static void renameColumn(ProcedureCall call, String name, String newName) {
    Part part = Part.of(call.database(), name);
    int index = part == null ? -1 : part.table().schema().indexOf(part.name());
    if (part == null || index < 0) {
      throw ambiguous("COLUMN");
    }
    ColumnDef column = part.table().schema().columns().get(index);
    SqlException captured = CdcRename.columnRefusal(call.database(), part.table(), column);
    if (captured != null) {
      throw captured;
    }
    int taken = part.table().schema().indexOf(newName);
    if (taken >= 0 && taken != index) {
      throw SqlErrors.nameTaken(newName, "COLUMN");
    }
    if (part.table().schema().columns().stream().anyMatch(other -> uses(other, column))) {
      throw SqlException.of(
          15336,
          16,
          1,
          "Object '"
              + name
              + "' cannot be renamed because the object participates in enforced dependencies.");
    }
    new ConstraintEditor(part.table(), call.context().txn()).rename(column, newName);
  }

  private static boolean uses(ColumnDef other, ColumnDef column) {
    ColumnDef.Computed computed = other.computed();
    return computed != null
        && ColumnNames.in(computed.expr()).stream()
            .anyMatch(name -> name.equalsIgnoreCase(column.name()));
  }

  private static void renameIndex(ProcedureCall call, String name, String newName) {
    Part part = Part.of(call.database(), name);
    if (part != null) {
      for (KeyDef key : part.table().schema().keys()) {
        if (key.name().equalsIgnoreCase(part.name())) {
          new ConstraintEditor(part.table(), call.context().txn()).rename(key, newName);
          return;
        }
      }
    }
    throw ambiguous("INDEX");
  }
}
