package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.Table;

/** The errors of values that a table's columns do not take. */
record ColumnErrors(String database, Table table) {

  SqlException nullValue(ColumnDef column, String statement) {
    return SqlException.of(
        515,
        16,
        2,
        "Cannot insert the value NULL into column '"
            + column.name()
            + "', table '"
            + fullName()
            + "'; column does not allow nulls. "
            + statement
            + " fails.");
  }

  String fullName() {
    return database + "." + table.schemaName() + "." + table.name();
  }

  SqlException identityGiven() {
    return SqlException.of(
        544,
        16,
        1,
        "Cannot insert explicit value for identity column in table '"
            + table.name()
            + "' when IDENTITY_INSERT is set to OFF.");
  }

  static SqlException computed(ColumnDef column) {
    return SqlException.of(
        271,
        16,
        1,
        "The column \""
            + column.name()
            + "\" cannot be modified because it is either a computed column or is the result of a"
            + " UNION operator.");
  }

  static SqlException identityUpdate(ColumnDef column) {
    return SqlException.of(8102, 16, 1, "Cannot update identity column '" + column.name() + "'.");
  }

  static SqlException rowversion(boolean insert) {
    return insert
        ? SqlException.of(
            273,
            16,
            1,
            "Cannot insert an explicit value into a timestamp column. Use INSERT with a column"
                + " list to exclude the timestamp column, or insert a DEFAULT into the timestamp"
                + " column.")
        : SqlException.of(272, 16, 1, "Cannot update a timestamp column.");
  }

  static SqlException valueCount(boolean columnsNamed, boolean query, boolean moreValues) {
    if (!columnsNamed) {
      return SqlException.of(
          213, 16, 1, "Column name or number of supplied values does not match table definition.");
    }
    if (query) {
      return SqlException.of(
          moreValues ? 121 : 120,
          15,
          1,
          "The select list for the INSERT statement contains "
              + (moreValues ? "more" : "fewer")
              + " items than the insert list. The number of SELECT values must match the number of"
              + " INSERT columns.");
    }
    return SqlException.of(
        moreValues ? 110 : 109,
        15,
        1,
        "There are "
            + (moreValues ? "fewer" : "more")
            + " columns in the INSERT statement than values specified in the VALUES clause. The"
            + " number of values in the VALUES clause must match the number of columns specified in"
            + " the INSERT statement.");
  }
}
