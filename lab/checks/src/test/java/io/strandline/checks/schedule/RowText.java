package io.strandline.checks.schedule;

import io.strandline.lab.cdc.CaptureInstance;
import io.strandline.lab.cdc.Lsn;
import io.strandline.lab.cdc.Oracle;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One text for a change, whether the lab tells it or bronze holds it; NULLs are left out. */
final class RowText {

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private RowText() {}

  static Lsn parse(String lsn) {
    return Lsn.of(HEX.parseHex(lsn.substring(2)));
  }

  /**
   * The text of a change.
   *
   * @param without columns that were left out of it
   */
  static String of(CaptureInstance instance, Oracle.Change change, List<String> without) {
    return String.join(
        " ",
        of(change.commitLsn()),
        of(change.seqval()),
        change.operation() + "/" + change.commandId(),
        instance.name(),
        values(instance, change.values(), without).toString());
  }

  /** The text of a row of a load. */
  static String of(CaptureInstance instance, Lsn stamp, List<@Nullable Object> row) {
    return String.join(
        " ",
        of(stamp),
        "null",
        "0/null",
        instance.name(),
        values(instance, row, List.of()).toString());
  }

  static String of(Lsn lsn) {
    return "0x" + HEX.formatHex(lsn.bytes());
  }

  private static Map<String, String> values(
      CaptureInstance instance, List<@Nullable Object> row, List<String> without) {
    TreeMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < row.size(); i++) {
      String name = instance.columns().get(i).name();
      if (row.get(i) != null && !without.contains(name)) {
        values.put(name, row.get(i) + "");
      }
    }
    return values;
  }

  /** The text of a row. */
  static String of(Map<String, @Nullable Object> row) {
    TreeMap<String, String> values = new TreeMap<>();
    row.forEach(
        (name, value) -> {
          if (!name.startsWith("_") && value != null) {
            values.put(name, value + "");
          }
        });
    return String.join(
        " ",
        row.get("_start_lsn") + "",
        row.get("_seqval") + "",
        row.get("_operation") + "/" + row.get("_command_id"),
        row.get("_capture_instance") + "",
        values.toString());
  }
}
