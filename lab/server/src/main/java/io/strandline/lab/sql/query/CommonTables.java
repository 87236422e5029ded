package io.strandline.lab.sql.query;

import io.strandline.lab.sql.ast.Query;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The common table expressions in sight: each sees those before it. */
final class CommonTables {

  /** A definition and what it sees itself. */
  record Entry(Query.Cte cte, CommonTables visible) {}

  static final CommonTables NONE = new CommonTables(Map.of());

  private final Map<String, Entry> entries;

  private CommonTables(Map<String, Entry> entries) {
    this.entries = entries;
  }

  CommonTables with(List<Query.Cte> ctes) {
    CommonTables all = this;
    for (Query.Cte cte : ctes) {
      Map<String, Entry> more = new HashMap<>(all.entries);
      more.put(cte.name().toLowerCase(Locale.ROOT), new Entry(cte, all));
      all = new CommonTables(more);
    }
    return all;
  }

  @Nullable Entry find(String name) {
    return entries.get(name.toLowerCase(Locale.ROOT));
  }
}
