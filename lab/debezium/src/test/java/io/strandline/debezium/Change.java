package io.strandline.debezium;

import java.util.List;

/**
 * A row's change.
 *
 * @param commitLsn {@code 0x} and 20 digits
 * @param seqval of the change, likewise
 * @param operation c, u or d
 * @param before cells; empty for an insert
 * @param after cells; empty for a delete
 */
record Change(
    String commitLsn, String seqval, char operation, List<Object> before, List<Object> after) {

  /** The change with points in time cut to microseconds. */
  Change inMicroseconds() {
    return new Change(
        commitLsn, seqval, operation, Cells.inMicroseconds(before), Cells.inMicroseconds(after));
  }

  /** Whether its commit is later than another's. */
  boolean isAfter(String lsn) {
    return commitLsn.compareTo(lsn) > 0;
  }

  /** A row of a change table. */
  record Row(String commitLsn, String seqval, int operation, List<Object> cells) {}

  /** The changes of rows in the order of their change table: 3 and 4 are one update. */
  static List<Change> of(List<Row> rows) {
    List<Change> changes = new java.util.ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      switch (row.operation()) {
        case 1 -> changes.add(change(row, 'd', row.cells(), List.of()));
        case 2 -> changes.add(change(row, 'c', List.of(), row.cells()));
        case 3 -> {
          Row after = rows.get(++i);
          if (after.operation() != 4
              || !after.commitLsn().equals(row.commitLsn())
              || !after.seqval().equals(row.seqval())) {
            throw new AssertionError("an update's rows are torn: " + row + ", " + after);
          }
          changes.add(change(row, 'u', row.cells(), after.cells()));
        }
        default -> throw new AssertionError("an operation out of place: " + row);
      }
    }
    return changes;
  }

  private static Change change(Row row, char operation, List<Object> before, List<Object> after) {
    return new Change(row.commitLsn(), row.seqval(), operation, before, after);
  }
}
