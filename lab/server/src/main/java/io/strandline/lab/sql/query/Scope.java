package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.sql.ast.Expr;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns that expressions of one query can name, and the scopes around it. */
public final class Scope {

  private final @Nullable Scope outer;
  private final List<Source> sources = new ArrayList<>();
  private @Nullable Map<Integer, Integer> grouped;

  public Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  /**
   * A column that was found.
   *
   * @param depth 0 for this query, more for those around
   * @param index in that query's row
   * @param position of the source among the query's sources
   */
  record Found(int depth, int index, int position, Column column, boolean optional) {}

  List<Source> sources() {
    return sources;
  }

  @Nullable Scope outer() {
    return outer;
  }

  int width() {
    return sources.stream().mapToInt(Source::width).sum();
  }

  void add(Source source) {
    sources.add(source);
  }

  /** From now on rows are groups: only grouped columns exist, at the given places. */
  void groupBy(Map<Integer, Integer> slots) {
    grouped = new HashMap<>(slots);
  }

  /** Finds a column; errors 207, 209, 4104 or 8120. */
  Found resolve(Expr.ColumnRef ref) {
    int depth = 0;
    for (Scope scope = this; scope != null; scope = scope.outer) {
      Found found = scope.local(ref, depth);
      if (found != null) {
        return found;
      }
      depth++;
    }
    throw ref.qualifier().isEmpty() ? SqlErrors.invalidColumn(ref.name()) : unknownQualified(ref);
  }

  private RuntimeException unknownQualified(Expr.ColumnRef ref) {
    for (Scope scope = this; scope != null; scope = scope.outer) {
      for (Source source : scope.sources) {
        if (source.matches(ref.qualifier())) {
          return SqlErrors.invalidColumn(ref.name());
        }
      }
    }
    return SqlErrors.unboundIdentifier(String.join(".", ref.qualifier()) + "." + ref.name());
  }

  /** The column in this scope's own sources; {@code null} if there is none. */
  @Nullable Found local(Expr.ColumnRef ref, int depth) {
    Found found = null;
    for (int position = 0; position < sources.size(); position++) {
      Source source = sources.get(position);
      if (!ref.qualifier().isEmpty() && !source.matches(ref.qualifier())) {
        continue;
      }
      List<Column> columns = source.relation().columns();
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).name().equalsIgnoreCase(ref.name())) {
          if (found != null) {
            throw SqlErrors.ambiguousColumn(ref.name());
          }
          source.relation().use(i);
          found =
              new Found(depth, source.offset() + i, position, columns.get(i), source.optional());
        }
      }
    }
    return found == null ? null : afterGrouping(found, ref);
  }

  private Found afterGrouping(Found found, Expr.ColumnRef ref) {
    if (grouped == null) {
      return found;
    }
    Integer slot = grouped.get(found.index());
    if (slot == null) {
      String qualifier = sources.get(found.position()).alias();
      throw SqlErrors.notGrouped((qualifier == null ? "" : qualifier + ".") + ref.name());
    }
    return new Found(found.depth(), slot, found.position(), found.column(), found.optional());
  }
}
