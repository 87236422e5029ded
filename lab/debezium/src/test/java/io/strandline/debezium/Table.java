package io.strandline.debezium;

import java.util.List;

/**
 * A table of the workload; its first columns are its primary key.
 *
 * @param keys how many of them
 */
record Table(String name, int keys, String definition) {

  /** One key column, shared between writers. */
  static final Table CUSTOMERS =
      new Table(
          "customers",
          1,
          "(id int NOT NULL PRIMARY KEY, name nvarchar(50) NULL, balance decimal(12,2) NULL,"
              + " seen datetime2(3) NULL)");

  /** A key of two columns. */
  static final Table LINES =
      new Table(
          "order_lines",
          2,
          "(order_id int NOT NULL, line_no smallint NOT NULL, sku varchar(20) NOT NULL,"
              + " quantity int NULL, CONSTRAINT pk_lines PRIMARY KEY (order_id, line_no))");

  /** A column of every type. */
  static final Table TYPES = new Table("types", 1, Types.definition());

  /** Written when all else is done. */
  static final Table MARKERS =
      new Table("markers", 1, "(id int NOT NULL PRIMARY KEY, said nvarchar(40) NULL)");

  /** Of the tests without a workload. */
  static final Table ITEMS =
      new Table("items", 1, "(id int NOT NULL PRIMARY KEY, name nvarchar(40) NULL)");

  /** The workload's. */
  static final List<Table> ALL = List.of(CUSTOMERS, LINES, TYPES, MARKERS);

  /** The first capture instance's name. */
  String instance() {
    return "dbo_" + name;
  }
}
