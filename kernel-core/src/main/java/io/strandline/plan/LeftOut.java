package io.strandline.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns that a table has and its capture instance records, which a stream does not take: NULL in
 * the table.
 *
 * @param columns of now
 * @param before what the last batch {@linkplain #kept() kept} of its own
 */
public record LeftOut(List<String> columns, List<String> before) {

  /** No column is left out, and none was. */
  public static final LeftOut NONE = new LeftOut(List.of(), List.of());

  /** The most characters of names that a batch keeps. */
  private static final int MOST_KEPT = 500;

  public LeftOut {
    columns = List.copyOf(columns);
    before = List.copyOf(before);
  }

  /** Whether other columns are left out than before. */
  public boolean isChanged() {
    return !kept().equals(before);
  }

  /** Whether columns are left out that were not before. */
  public boolean isMore() {
    return !before.containsAll(kept());
  }

  /**
   * What a batch keeps, so that the next one knows what is new: the names, or the first of them and
   * what tells all of them from others.
   */
  public List<String> kept() {
    List<String> kept = new ArrayList<>();
    int characters = 0;
    for (String column : columns) {
      characters += column.length();
      if (characters > MOST_KEPT) {
        kept.add(columns.size() + " columns, " + Integer.toHexString(columns.hashCode()));
        break;
      }
      kept.add(column);
    }
    return kept;
  }
}
