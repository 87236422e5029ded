package io.strandline.plan;

import io.strandline.change.DdlChange;
import io.strandline.option.NameList;
import io.strandline.option.Option;
import io.strandline.plan.SchemaHistory.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What changed of a table's definition, in words. */
public final class SchemaWarnings {

  private SchemaWarnings() {}

  /** All that a person should know of a batch's history. */
  public static List<String> of(SchemaHistory schema) {
    List<String> warnings = new ArrayList<>();
    for (DdlChange ddl : schema.ddl()) {
      warnings.add("the table's definition changed at " + ddl.lsn() + ": " + ddl.command());
    }
    schema.switches().forEach(change -> warnings.add(of(change)));
    if (schema.leftOut().isChanged()) {
      warnings.add(of(schema.leftOut()));
    }
    return warnings;
  }

  static String of(Switch change) {
    String what = "capture instance " + change.to() + " takes over from " + change.from() + " at ";
    String lost =
        change.uncaptured().isEmpty()
            ? ""
            : "; no longer captured, NULL from there on: " + names(change.uncaptured());
    return switch (change.kind()) {
      case NEWER -> what + change.start() + lost;
      case NEWER_SEEN_LATE ->
          what
              + change.start()
              + lost
              + "; it was first seen more than 10 minutes after its creation, so its new columns may"
              + " lack values before that";
      case BACK ->
          "capture instance "
              + change.from()
              + " is gone, so the older "
              + change.to()
              + " is read again from "
              + change.start()
              + " on"
              + lost;
    };
  }

  static String of(LeftOut leftOut) {
    return leftOut.columns().isEmpty()
        ? "columns that were left out are taken again"
        : "left out though the table has them and they are captured, NULL from now on: "
            + names(leftOut.columns())
            + " ("
            + Option.INCLUDE_COLUMNS.javaName()
            + ", "
            + Option.EXCLUDE_COLUMNS.javaName()
            + ", or computed now)";
  }

  private static String names(List<String> names) {
    return names.stream().map(NameList::quote).collect(Collectors.joining(", "));
  }
}
