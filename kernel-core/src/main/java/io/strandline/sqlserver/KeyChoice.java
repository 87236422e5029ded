package io.strandline.sqlserver;

import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyOrder;
import io.strandline.snapshot.SnapshotKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Chooses the key by which a table is cut: its primary key, else a unique index. */
final class KeyChoice {

  /** What the server calls collations; it is written into statements. */
  private static final Pattern COLLATION = Pattern.compile("[A-Za-z0-9_]{1,128}");

  /** With more, the pieces of a range could need more parameters than the 2,100 of a statement. */
  private static final int MOST_COLUMNS = 8;

  private static final Set<String> TWO_BYTES = Set.of("nchar", "nvarchar");

  /**
   * A column of the table.
   *
   * @param type base type; empty for one that the catalog does not name
   * @param maxLength bytes, -1 for max
   * @param collation of a text; empty for other types
   */
  record Column(
      int id,
      String name,
      String type,
      int maxLength,
      int precision,
      int scale,
      Optional<String> collation,
      boolean nullable,
      boolean computed) {

    private String declaration() {
      int length = TWO_BYTES.contains(type) ? maxLength / 2 : maxLength;
      return new SourceType(type, length, precision, scale).declaration();
    }
  }

  /** A column of a unique index. */
  record Part(int columnId, boolean descending) {}

  /**
   * A unique index.
   *
   * @param parts its key columns in order
   */
  record Index(String name, boolean primary, List<Part> parts) {}

  private final Map<Integer, Column> columns;
  private final Set<Integer> captured;

  /**
   * A choice.
   *
   * @param columns of the table by id
   * @param captured ids of those that the instance captures
   */
  KeyChoice(Map<Integer, Column> columns, Set<Integer> captured) {
    this.columns = columns;
    this.captured = captured;
  }

  /** The first index that can be used, or what keeps each from it. */
  SnapshotKey of(List<Index> indexes) {
    List<String> reasons = new ArrayList<>();
    for (Index index : indexes) {
      Optional<String> refusal = refusal(index);
      if (refusal.isEmpty()) {
        return new SnapshotKey.Usable(index.name(), keyColumns(index));
      }
      String kind = index.primary() ? "its primary key " : "its unique index ";
      reasons.add(kind + index.name() + ": " + refusal.get());
    }
    return new SnapshotKey.None(
        reasons.isEmpty()
            ? "it has no primary key and no unique index"
            : String.join("; ", reasons));
  }

  private Optional<String> refusal(Index index) {
    if (index.parts().size() > MOST_COLUMNS) {
      return Optional.of("it has more than " + MOST_COLUMNS + " columns");
    }
    for (Part part : index.parts()) {
      Column column = columns.get(part.columnId());
      if (column == null || !captured.contains(part.columnId()) || column.computed()) {
        return Optional.of("not all of its columns are captured");
      }
      if (column.nullable()) {
        return Optional.of("column " + column.name() + " may be NULL");
      }
      Optional<String> refusal = KeyTypes.refusal(column.type(), column.maxLength());
      if (refusal.isPresent()) {
        return Optional.of("column " + column.name() + " " + refusal.get());
      }
      if (column.collation().filter(name -> !COLLATION.matcher(name).matches()).isPresent()) {
        return Optional.of("column " + column.name() + " has a collation of an unknown kind");
      }
    }
    return Optional.empty();
  }

  /** An index is walked in either direction, so one that only descends counts as ascending. */
  private List<KeyColumn> keyColumns(Index index) {
    boolean backward = index.parts().stream().allMatch(Part::descending);
    return index.parts().stream()
        .map(part -> keyColumn(part.columnId(), part.descending() && !backward))
        .toList();
  }

  private KeyColumn keyColumn(int id, boolean descending) {
    Column column = Objects.requireNonNull(columns.get(id));
    return new KeyColumn(
        column.name(),
        column.declaration(),
        column.collation(),
        descending ? KeyOrder.DESCENDING : KeyOrder.ASCENDING,
        KeyTypes.oneText(column.type()));
  }
}
