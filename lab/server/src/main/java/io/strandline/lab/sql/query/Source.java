package io.strandline.lab.sql.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A relation in a FROM clause.
 *
 * @param alias the name columns are qualified with
 * @param path schema and database before the name, innermost last; empty if there is an alias
 * @param offset of its first column in the joined row
 * @param optional whether an outer join may leave it out
 */
record Source(
    Relation relation, @Nullable String alias, List<String> path, int offset, boolean optional) {

  int width() {
    return relation.columns().size();
  }

  /** Whether {@code qualifier}, as written before a column, means this source. */
  boolean matches(List<String> qualifier) {
    if (alias == null || !alias.equalsIgnoreCase(qualifier.get(qualifier.size() - 1))) {
      return false;
    }
    for (int i = 2; i <= qualifier.size(); i++) {
      String part = qualifier.get(qualifier.size() - i);
      if (i - 1 > path.size() || !path.get(path.size() - i + 1).equalsIgnoreCase(part)) {
        return false;
      }
    }
    return true;
  }
}
