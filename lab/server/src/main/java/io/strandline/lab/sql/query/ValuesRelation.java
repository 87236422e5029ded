package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.ast.TableRef;
import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.sql.type.Types;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Row constructors as a relation. */
record ValuesRelation(List<List<Bound>> rows, List<Column> columns) implements Relation {

  static ValuesRelation bind(TableRef.ValueRows values, ExpressionBinder binder) {
    int width = values.columns().size();
    SqlType[] types = new SqlType[width];
    java.util.Arrays.fill(types, Types.UNTYPED_NULL);
    List<List<Bound>> rows = new ArrayList<>();
    for (List<Expr> row : values.rows()) {
      if (row.size() != width) {
        throw SqlErrors.setOperatorColumns();
      }
      List<Bound> bound = row.stream().map(binder::bind).toList();
      for (int i = 0; i < width; i++) {
        types[i] = Types.common(types[i], bound.get(i).type());
      }
      rows.add(bound);
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      SqlType type = types[i].equals(Types.UNTYPED_NULL) ? Types.INT : types[i];
      types[i] = type;
      columns.add(new Column(values.columns().get(i), type, true, false));
    }
    List<List<Bound>> converted = new ArrayList<>();
    for (List<Bound> row : rows) {
      List<Bound> cells = new ArrayList<>();
      for (int i = 0; i < width; i++) {
        cells.add(row.get(i).as(types[i]));
      }
      converted.add(cells);
    }
    return new ValuesRelation(converted, columns);
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    Frame frame = new Frame(outer);
    Iterator<List<Bound>> iterator = rows.iterator();
    return () -> {
      if (!iterator.hasNext()) {
        return null;
      }
      List<Bound> cells = iterator.next();
      @Nullable Object[] row = new @Nullable Object[cells.size()];
      for (int i = 0; i < row.length; i++) {
        row[i] = cells.get(i).eval(frame);
      }
      return row;
    };
  }
}
