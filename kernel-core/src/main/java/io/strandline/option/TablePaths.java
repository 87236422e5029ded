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
    if (values.find(Option.WAREHOUSE).isEmpty() && !target.isBlank()) {
      requireBeside(Option.FACTS, warehouse, values);
      requireBeside(Option.CONTROL, warehouse, values);
    }
    return new TableLocations(
        target,
        values.find(Option.FACTS).orElse(facts(warehouse)),
        values.find(Option.CONTROL).orElse(child(warehouse, CONTROL)),
        warehouse,
        values.flag(Option.SINGLE_WRITER));
  }

  /**
   * Tables that streams of several folders share know a stream's table by its name below one
   * warehouse: below folders of their own, two tables would have one name and one verdict.
   */
  private static void requireBeside(Option option, String folder, OptionValues values) {
    values
        .find(option)
        .filter(table -> !parent(table).equals(folder))
        .ifPresent(
            table ->
                values.fault(
                    option,
                    option.javaName()
                        + " '"
                        + table
                        + "' is in another folder than the target, so warehouse is required: the"
                        + " folder above both, that tables are named below"));
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
