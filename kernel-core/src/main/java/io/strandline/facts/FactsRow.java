package io.strandline.facts;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** A row of the facts table: the columns that are not NULL. Immutable. */
public final class FactsRow {

  private final Map<FactsColumn, Object> values;

  private FactsRow(Map<FactsColumn, Object> values) {
    this.values = values;
  }

  /** A row of NULLs. */
  public static FactsRow empty() {
    return new FactsRow(new EnumMap<>(FactsColumn.class));
  }

  /** This row with a column set. */
  public FactsRow with(FactsColumn column, Object value) {
    Map<FactsColumn, Object> copy = new EnumMap<>(FactsColumn.class);
    copy.putAll(values);
    copy.put(column, column.type().cast(value));
    return new FactsRow(copy);
  }

  /** This row with a column set if there is a value. */
  public FactsRow with(FactsColumn column, Optional<?> value) {
    return value.map(v -> with(column, (Object) v)).orElse(this);
  }

  /** The column's value; empty for NULL. */
  public <T> Optional<T> get(FactsColumn column, Class<T> type) {
    return Optional.ofNullable(values.get(column)).map(type::cast);
  }

  /** The columns that are not NULL, in table order. */
  public Map<FactsColumn, Object> values() {
    return java.util.Collections.unmodifiableMap(values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FactsRow that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
