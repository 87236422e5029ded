package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.Query;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The common table expressions in sight: each sees those before it. */
final class CommonTables {

  /** A definition and what it sees itself; its own name it sees without a query. */
  record Entry(Query.Cte cte, @Nullable CommonTables visible) {}

  static final CommonTables NONE = new CommonTables(Map.of());

  private final Map<String, Entry> entries;

  private CommonTables(Map<String, Entry> entries) {
    this.entries = entries;
  }

  CommonTables with(List<Query.Cte> ctes) {
    CommonTables all = this;
    for (Query.Cte cte : ctes) {
      Map<String, Entry> more = new HashMap<>(all.entries);
      more.put(cte.name().toLowerCase(Locale.ROOT), new Entry(cte, all.around(cte)));
      all = new CommonTables(more);
    }
    return all;
  }

  private CommonTables around(Query.Cte cte) {
    Map<String, Entry> more = new HashMap<>(entries);
    more.put(cte.name().toLowerCase(Locale.ROOT), new Entry(cte, null));
    return new CommonTables(more);
  }

  /**
   * A definition by name; {@code null} if there is none.
   *
   * @throws SqlException 252 for the definition that is asking, as the lab runs no recursion
   */
  @Nullable Entry find(String name) {
    Entry entry = entries.get(name.toLowerCase(Locale.ROOT));
    if (entry != null && entry.visible() == null) {
      throw SqlException.of(
          252,
          16,
          1,
          "Recursive common table expression '"
              + entry.cte().name()
              + "' does not contain a top-level UNION ALL operator.");
    }
    return entry;
  }
}
