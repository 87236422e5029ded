package io.strandline.option;

import io.strandline.port.TableLocations;

/** The default locations of a stream's tables. */
public final class TablePaths {

  private static final String FACTS = "strandline_facts";
  private static final String CONTROL = "strandline_control";

  private TablePaths() {}

  static TableLocations of(OptionValues values) {
    String target = values.text(Option.TARGET);
    String warehouse = values.find(Option.WAREHOUSE).orElseGet(() -> parent(target));
    return new TableLocations(
        target,
        values.find(Option.FACTS).orElse(facts(warehouse)),
        values.find(Option.CONTROL).orElse(child(warehouse, CONTROL)),
        warehouse,
        values.flag(Option.SINGLE_WRITER));
  }

  /** The folder that holds a table; of a bare name, the working directory. */
  public static String parent(String location) {
    String trimmed = location.replaceAll("/+$", "");
    int slash = trimmed.lastIndexOf('/');
    if (slash < 0) {
      return ".";
    }
    return slash == 0 ? "/" : trimmed.substring(0, slash);
  }

  /** The default place of a warehouse's facts table. */
  public static String facts(String warehouse) {
    return child(warehouse, FACTS);
  }

  private static String child(String folder, String name) {
    return folder.endsWith("/") ? folder + name : folder + "/" + name;
  }
}
