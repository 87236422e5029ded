package io.strandline.lab.sql.function;

import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.sql.view.TypeCatalog;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.Table;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** COLUMNPROPERTY on user tables; NULL for what is not there or not known (documented). */
final class ColumnProperty {

  private ColumnProperty() {}

  static Bound bind(FunctionCall call) {
    call.arity(3, 3);
    Bound object = call.arg(0).as(Types.INT);
    Bound column = call.arg(1).as(Types.SYSNAME);
    Bound property = call.arg(2).as(Types.SYSNAME);
    StatementContext context = call.context();
    return Bound.of(
        Types.INT,
        frame -> {
          Table table =
              object.eval(frame) instanceof Integer id ? context.database().table(id) : null;
          if (table == null
              || !context.access().sees(context.database(), table)
              || !(column.eval(frame) instanceof String name)
              || !(property.eval(frame) instanceof String wanted)) {
            return null;
          }
          int index = table.schema().indexOf(name);
          return index < 0 ? null : value(table.schema().columns().get(index), wanted);
        });
  }

  private static @Nullable Integer value(ColumnDef column, String property) {
    return switch (property.toLowerCase(Locale.ROOT)) {
      case "allowsnull" -> column.nullable() ? 1 : 0;
      case "columnid" -> column.id();
      case "iscomputed" -> column.isComputed() ? 1 : 0;
      case "isidentity" -> column.identity() ? 1 : 0;
      case "precision" -> precision(column);
      case "scale" -> TypeCatalog.scale(column.type());
      case "charmaxlen" -> TypeCatalog.characters(column.type());
      case "issparse", "ishidden", "isrowguidcol", "isidnotforrepl" -> 0;
      default -> null;
    };
  }

  /** Of text and bytes it is their length. */
  private static Integer precision(ColumnDef column) {
    Integer characters = TypeCatalog.characters(column.type());
    return characters == null ? (Integer) TypeCatalog.precision(column.type()) : characters;
  }
}
