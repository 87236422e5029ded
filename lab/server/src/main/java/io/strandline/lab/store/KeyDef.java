package io.strandline.lab.store;

import java.util.List;

/**
 * A primary key, unique constraint or index.
 *
 * @param constraint whether it was made as a constraint
 * @param created position among the table's keys, its index_id
 */
public record KeyDef(
    String name,
    boolean primary,
    boolean unique,
    boolean constraint,
    int created,
    List<Part> parts) {

  /** A column of a key, by its id. */
  public record Part(int columnId, boolean descending) {}

  boolean uses(int columnId) {
    return parts.stream().anyMatch(part -> part.columnId() == columnId);
  }
}
