package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** A statement that returns its parameters as one row. */
final class Echo {

  private Echo() {}

  static void parameters(SqlRequest request, ResultSink out, ScriptedEngine.Session session) {
    List<Parameter> parameters = ((SqlRequest.Text) request).parameters();
    List<Column> columns =
        parameters.stream().map(p -> new Column(p.name(), p.type(), true, false)).toList();
    ScriptedEngine.rows(out, columns, parameters.stream().map(Parameter::value).toArray());
  }

  static byte[] bytes(Connection connection, byte[] value) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("echo ?")) {
      statement.setBytes(1, value);
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        return result.getBytes(1);
      }
    }
  }
}
