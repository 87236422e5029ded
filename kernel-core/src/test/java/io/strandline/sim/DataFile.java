package io.strandline.sim;

import io.strandline.port.contract.BronzeRow;
import java.util.List;

/** A data file and what has become of it. */
final class DataFile {

  private final String name;
  private final List<BronzeRow> rows;
  private boolean committed;
  private boolean deleted;

  DataFile(String name, List<BronzeRow> rows) {
    this.name = name;
    this.rows = List.copyOf(rows);
  }

  String name() {
    return name;
  }

  List<BronzeRow> rows() {
    return rows;
  }

  boolean isCommitted() {
    return committed;
  }

  boolean isDeleted() {
    return deleted;
  }

  void commit() {
    committed = true;
  }

  void delete() {
    deleted = true;
  }
}
