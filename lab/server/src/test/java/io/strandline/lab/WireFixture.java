package io.strandline.lab;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A lab, and the real driver's way to its database {@code sales} as the administrator. */
final class WireFixture implements AutoCloseable {

  final Lab lab;

  WireFixture(LabConfig config) {
    lab = Lab.start(config);
  }

  WireFixture() {
    this(LabConfig.stepped());
  }

  Connection connect() throws SQLException {
    return connect("applicationName=fixture");
  }

  Connection connect(String more) throws SQLException {
    return DriverManager.getConnection(
        lab.jdbcUrl("sales") + ";connectRetryCount=0;loginTimeout=10;" + more,
        Lab.SA,
        lab.config().server().saPassword());
  }

  static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows of a batch's first result set, each as its values joined by {@code |}. */
  static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          values.add(result.getString(i));
        }
        rows.add(String.join("|", values));
      }
      return rows;
    }
  }

  @Override
  public void close() {
    lab.close();
  }
}
