package io.strandline.delta;

import io.strandline.change.TableColumn;
import io.strandline.error.InvalidOptionsException;
import io.strandline.plan.ColumnNames;
import java.util.List;
import java.util.Map;

/** What the names of captured columns mean for a table that is about to be created. */
final class CreationNames {

  private static final Map<String, String> UNMAPPED =
      Map.of("delta.feature.domainMetadata", "supported");
  private static final Map<String, String> MAPPED =
      Map.of("delta.feature.domainMetadata", "supported", "delta.columnMapping.mode", "name");

  private static final String REMEDY =
      "Leave these columns out of the capture instance (@captured_column_list) or rename them at"
          + " the source and enable a new instance.";

  private CreationNames() {}

  /**
   * Refuses names that no bronze table can have, naming all of them.
   *
   * @throws InvalidOptionsException if there are any
   */
  static void check(List<TableColumn> captured) {
    List<String> names = names(captured);
    refuse(
        names.stream().filter(ColumnNames::isReserved).toList(),
        "are names of the table's own columns");
    refuse(
        ColumnNames.sameButForCase(names), "differ only in case, which Delta does not tell apart");
    refuse(names.stream().filter(String::isEmpty).toList(), "have no name");
  }

  /** The table's properties: names are mapped only if one of them needs it. */
  static Map<String, String> properties(List<TableColumn> captured) {
    return names(captured).stream().anyMatch(ColumnNames::needsMapping) ? MAPPED : UNMAPPED;
  }

  private static List<String> names(List<TableColumn> captured) {
    return captured.stream().map(TableColumn::name).toList();
  }

  private static void refuse(List<String> names, String why) {
    if (!names.isEmpty()) {
      throw new InvalidOptionsException(
          "captured columns " + ColumnNames.quoted(names) + " " + why, REMEDY);
    }
  }
}
