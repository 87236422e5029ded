package io.strandline.change;

/**
 * A column of a target table.
 *
 * @param name as the table spells it
 * @param type its type
 */
public record TableColumn(String name, ColumnType type) {}
