package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.Client;
import io.strandline.lab.session.RequestTrace;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The trace tells which statements were answered with an error. */
class AnsweredErrorsTest {

  private static final class Errors implements RequestTrace {

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    public void request(Client client, SqlRequest request) {}

    @Override
    public void answered(Client client, SqlRequest request, SqlMessage error) {
      seen.add(client.user() + ": " + error.number() + " for " + request.text());
    }
  }

  @Test
  void areSeen() throws SQLException {
    Errors errors = new Errors();
    try (Lab lab = Lab.start(LabConfig.stepped())) {
      lab.trace().listen(errors);
      try (Connection connection =
              DriverManager.getConnection(lab.jdbcUrl("sales"), "sa", "Lab-sa-1");
          Statement statement = connection.createStatement()) {
        statement.execute("SELECT 1");
        assertThatThrownBy(() -> statement.execute("SELECT 1 FROM dbo.nothing"))
            .isInstanceOf(SQLException.class);
      }
    }
    assertThat(errors.seen).containsExactly("sa: 208 for SELECT 1 FROM dbo.nothing");
  }
}
