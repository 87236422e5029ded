package io.strandline.change;

import java.util.Optional;

/**
 * A column that a capture instance records.
 *
 * @param name as the source table spells it
 * @param ordinal 1-based place in the change table, metadata columns not counted
 * @param sourceType the source's declaration, such as {@code decimal(5,1)}
 * @param type the type it maps to; empty if the source's type has no mapping
 */
public record CapturedColumn(
    String name, int ordinal, String sourceType, Optional<ColumnType> type) {}
