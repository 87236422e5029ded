package io.strandline.lab;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Results as text: cells joined by {@code |}, rows as list entries. */
final class ResultText {

  private ResultText() {}

  static List<String> rows(LabResult result) {
    List<String> rows = new ArrayList<>();
    for (Object[] row : result.rows()) {
      rows.add(row(row));
    }
    return rows;
  }

  static String row(Object[] row) {
    List<String> cells = new ArrayList<>();
    for (Object cell : row) {
      cells.add(cell(cell));
    }
    return String.join("|", cells);
  }

  static String cell(Object cell) {
    if (cell == null) {
      return "NULL";
    }
    if (cell instanceof byte[] bytes) {
      return "0x" + HexFormat.of().withUpperCase().formatHex(bytes);
    }
    return cell instanceof BigDecimal decimal ? decimal.toPlainString() : cell.toString();
  }
}
