package io.strandline.delta;

import io.strandline.change.TableColumn;
import io.strandline.plan.ColumnNames;
import java.util.List;
import java.util.Map;

/** The properties that a bronze table is created with. */
final class CreationProperties {

  private static final Map<String, String> UNMAPPED =
      Map.of("delta.feature.domainMetadata", "supported");
  private static final Map<String, String> MAPPED =
      Map.of("delta.feature.domainMetadata", "supported", "delta.columnMapping.mode", "name");

  private CreationProperties() {}

  /** Whether the table's names are mapped: only if one of them needs it. */
  static boolean areMapped(List<TableColumn> captured) {
    return captured.stream().map(TableColumn::name).anyMatch(ColumnNames::needsMapping);
  }

  /** The table's properties. */
  static Map<String, String> of(List<TableColumn> captured) {
    return areMapped(captured) ? MAPPED : UNMAPPED;
  }
}
