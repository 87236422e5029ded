package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.sql.ast.Statement;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.Expressions;
import io.strandline.lab.sql.query.Library;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.ConstraintDef;
import io.strandline.lab.store.IdentityCounter;
import io.strandline.lab.store.KeyDef;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Makes columns, keys and constraints of their definitions. */
final class SchemaMaker {

  /** Functions whose value is another each time, so that no column can be computed by them. */
  private static final Set<String> VOLATILE =
      Set.of(
          "GETDATE",
          "CURRENT_TIMESTAMP",
          "SYSDATETIME",
          "GETUTCDATE",
          "SYSUTCDATETIME",
          "NEWID",
          "SYSDATETIMEOFFSET",
          "RAND");

  private final StatementContext context;
  private final Library library;
  private final IntSupplier objectIds;

  SchemaMaker(StatementContext context, Library library, IntSupplier objectIds) {
    this.context = context;
    this.library = library;
    this.objectIds = objectIds;
  }

  /** The first identity column's counter. */
  static IdentityCounter identityOf(List<Statement.ColumnDefinition> columns, String table) {
    IdentityCounter counter = null;
    for (Statement.ColumnDefinition column : columns) {
      Statement.Identity identity = column.identity();
      if (identity != null && counter != null) {
        throw SqlException.of(
            2744,
            16,
            2,
            "Multiple identity columns specified for table '"
                + table
                + "'. Only one identity column per table is allowed.");
      }
      if (identity != null) {
        counter = new IdentityCounter(identity.seed(), identity.increment());
      }
    }
    return counter == null ? new IdentityCounter(1, 1) : counter;
  }

  /** The definition of a new table without its foreign keys, which may refer to itself. */
  TableSchema schema(
      String table,
      List<Statement.ColumnDefinition> definitions,
      List<Statement.Constraint> constraints,
      ColumnMaker columns) {
    TableSchema schema = new TableSchema(List.of(), 0, List.of());
    for (Statement.ColumnDefinition definition : definitions) {
      if (schema.indexOf(definition.name()) >= 0) {
        throw duplicateColumn(definition.name(), table, 3);
      }
      boolean keyed = constraints.stream().anyMatch(c -> isPrimaryOn(c, definition.name()));
      if (keyed && Boolean.TRUE.equals(definition.nullable())) {
        throw SqlErrors.nullableKey(table);
      }
      schema = withColumn(schema, columns.column(definition, schema.width() + 1, keyed));
    }
    schema = computed(schema, definitions, table);
    List<KeyDef> keys = new ArrayList<>();
    List<ConstraintDef> rules = defaults(definitions, schema, table);
    for (Statement.Constraint constraint : constraints) {
      if (constraint instanceof Statement.KeyConstraint key) {
        keys.add(key(key, table, schema, keys.size() + 1));
      } else if (constraint instanceof Statement.CheckConstraint check) {
        rules.add(check(check, table, schema));
      } else if (constraint instanceof Statement.DefaultConstraint) {
        throw SqlErrors.keyword("FOR");
      }
    }
    if (keys.stream().filter(KeyDef::primary).count() > 1) {
      throw SqlException.of(
          8110, 16, 0, "Cannot add multiple PRIMARY KEY constraints to table '" + table + "'.");
    }
    return new TableSchema(schema.columns(), schema.width(), keys, rules);
  }

  private static TableSchema withColumn(TableSchema schema, ColumnDef column) {
    List<ColumnDef> columns = new ArrayList<>(schema.columns());
    columns.add(column);
    return new TableSchema(columns, columns.size(), List.of());
  }

  static SqlException duplicateColumn(String column, String table, int state) {
    return SqlException.of(
        2705,
        16,
        state,
        "Column names in each table must be unique. Column name '"
            + column
            + "' in table '"
            + table
            + "' is specified more than once.");
  }

  private static boolean isPrimaryOn(Statement.Constraint constraint, String column) {
    return constraint instanceof Statement.KeyConstraint key
        && key.primary()
        && key.columns().stream().anyMatch(part -> part.name().equalsIgnoreCase(column));
  }

  /** Gives computed columns their types, once all other columns are known. */
  private TableSchema computed(
      TableSchema schema, List<Statement.ColumnDefinition> definitions, String table) {
    List<ColumnDef> columns = new ArrayList<>(schema.columns());
    List<ColumnDef> plain = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (definitions.get(i).computed() == null) {
        plain.add(columns.get(i));
      }
    }
    TableSchema base = new TableSchema(plain, schema.width(), List.of());
    for (int i = 0; i < columns.size(); i++) {
      if (definitions.get(i).computed() != null) {
        columns.set(i, computed(definitions.get(i), columns.get(i).id(), base, table));
      }
    }
    return new TableSchema(columns, schema.width(), List.of());
  }

  /** A computed column of the type that its expression has. */
  ColumnDef computed(
      Statement.ColumnDefinition definition, int id, TableSchema base, String table) {
    Statement.Computed computed = definition.computed();
    if (computed == null) {
      throw new IllegalArgumentException(definition.name() + " is not computed");
    }
    Expressions.visit(
        computed.expr(),
        part -> {
          if (part instanceof Expr.Call call && VOLATILE.contains(call.name())) {
            throw SqlException.of(
                4936,
                16,
                1,
                "Computed column '"
                    + definition.name()
                    + "' in table '"
                    + table
                    + "' cannot be persisted because the column is non-deterministic.");
          }
        });
    Bound bound = TableRules.bindable(context, library, base, table).bind(computed.expr());
    SqlType type = bound.type().equals(Types.UNTYPED_NULL) ? Types.INT : bound.type();
    return new ColumnDef(
        id,
        definition.name(),
        type,
        Types.name(type),
        !Boolean.FALSE.equals(definition.nullable()) && !isNeverNull(computed.expr(), bound),
        false,
        null,
        null,
        new ColumnDef.Computed(computed.expr(), computed.text(), computed.persisted()),
        null,
        null);
  }

  /** Most expressions may be NULL, as they may overflow; ISNULL is the exception (documented). */
  private static boolean isNeverNull(Expr expr, Bound bound) {
    return expr instanceof Expr.Call call && call.name().equals("ISNULL") && !bound.nullable();
  }

  private List<ConstraintDef> defaults(
      List<Statement.ColumnDefinition> definitions, TableSchema schema, String table) {
    List<ConstraintDef> rules = new ArrayList<>();
    for (Statement.ColumnDefinition definition : definitions) {
      Statement.Default value = definition.defaultValue();
      if (value != null) {
        ColumnDef column = schema.columns().get(schema.indexOf(definition.name()));
        rules.add(defaultOf(value, column, table));
      }
    }
    return rules;
  }

  ConstraintDef.Default defaultOf(Statement.Default value, ColumnDef column, String table) {
    int id = objectIds.getAsInt();
    String name = value.name() == null ? made("DF", table, column.name(), id) : value.name();
    return new ConstraintDef.Default(id, name, column.id(), value.text());
  }

  ConstraintDef.Check check(Statement.CheckConstraint check, String table, TableSchema schema) {
    TableRules.bindable(context, library, schema, table).condition(check.condition());
    int id = objectIds.getAsInt();
    List<String> columns = ColumnNames.in(check.condition());
    String column = columns.size() == 1 ? columns.get(0) : null;
    String name = check.name() == null ? made("CK", table, column, id) : check.name();
    return new ConstraintDef.Check(id, name, check.condition(), check.text());
  }

  /** A foreign key on a table that exists by now; errors 1767, 1769 and 1776. */
  ConstraintDef.Foreign foreignKey(Statement.ForeignKey key, Table table) {
    ObjectName referencedName = key.referenced();
    Table referenced = context.table(referencedName);
    int id = objectIds.getAsInt();
    String only = key.columns().size() == 1 ? key.columns().get(0) : null;
    String name = key.name() == null ? made("FK", table.name(), only, id) : key.name();
    if (referenced == null) {
      throw SqlException.of(
          1767,
          16,
          0,
          "Foreign key '" + name + "' references invalid table '" + referencedName.text() + "'.");
    }
    KeyDef primary = referenced.schema().primaryKey();
    List<Integer> target =
        !key.referencedColumns().isEmpty()
            ? ids(key.referencedColumns(), referenced, name)
            : primary == null ? List.of() : parts(primary);
    boolean unique =
        referenced.schema().keys().stream().anyMatch(k -> k.unique() && parts(k).equals(target));
    if (!unique || target.size() != key.columns().size()) {
      throw SqlException.of(
          1776,
          16,
          0,
          "There are no primary or candidate keys in the referenced table '"
              + referencedName.text()
              + "' that match the referencing column list in the foreign key '"
              + name
              + "'.");
    }
    return new ConstraintDef.Foreign(id, name, ids(key.columns(), table, name), referenced, target);
  }

  private static List<Integer> parts(KeyDef key) {
    return key.parts().stream().map(KeyDef.Part::columnId).toList();
  }

  private static List<Integer> ids(List<String> names, Table table, String key) {
    List<Integer> ids = new ArrayList<>();
    for (String name : names) {
      int index = table.schema().indexOf(name);
      if (index < 0) {
        throw SqlException.of(
            1769,
            16,
            1,
            "Foreign key '"
                + key
                + "' references invalid column '"
                + name
                + "' in referencing table '"
                + table.name()
                + "'.");
      }
      ids.add(table.schema().columns().get(index).id());
    }
    return ids;
  }

  KeyDef key(Statement.KeyConstraint constraint, String table, TableSchema schema, int position) {
    List<KeyDef.Part> parts = parts(constraint.columns(), schema);
    String name = constraint.name();
    String prefix = constraint.primary() ? "PK" : "UQ";
    return new KeyDef(
        name == null ? made(prefix, table, null, (table + position).hashCode()) : name,
        constraint.primary(),
        true,
        true,
        position,
        parts);
  }

  /** A name as SQL Server makes them: {@code DF__table__column__1A2B3C4D} (general knowledge). */
  private static String made(String prefix, String table, @Nullable String column, int id) {
    String name = prefix + "__" + table.substring(0, Math.min(9, table.length()));
    String middle = column == null ? "" : "__" + column.substring(0, Math.min(5, column.length()));
    return name + middle + "__" + String.format(Locale.ROOT, "%08X", id);
  }

  static List<KeyDef.Part> parts(List<Statement.KeyColumn> columns, TableSchema schema) {
    List<KeyDef.Part> parts = new ArrayList<>();
    for (Statement.KeyColumn column : columns) {
      int index = schema.indexOf(column.name());
      if (index < 0) {
        throw SqlException.of(
            1911,
            16,
            1,
            "Column name '" + column.name() + "' does not exist in the target table or view.");
      }
      parts.add(new KeyDef.Part(schema.columns().get(index).id(), column.descending()));
    }
    return parts;
  }
}
