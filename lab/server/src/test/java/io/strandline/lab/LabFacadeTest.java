package io.strandline.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.catalog.EmulatedVersion;
import io.strandline.lab.control.TracedRequest;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The stand-in started by one call and used by the real driver. */
class LabFacadeTest {

  private static Connection connect(Lab lab) throws SQLException {
    return DriverManager.getConnection(
        lab.jdbcUrl("sales") + ";connectRetryCount=0;applicationName=facade",
        Lab.SA,
        lab.config().server().saPassword());
  }

  @Test
  void clientsReachItInClear() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped());
        Connection connection = connect(lab);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT DB_NAME()")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("sales");
      assertThat(lab.tls()).isNull();
    }
  }

  @Test
  void clientsReachItEncrypted() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped().withTls(true));
        Connection connection = connect(lab)) {
      assertThat(lab.jdbcUrl("sales")).contains("encrypt=true");
      assertThat(connection.isValid(5)).isTrue();
    }
  }

  @Test
  void theVersionIsTheEmulatedOne() throws Exception {
    LabConfig config = LabConfig.stepped().withVersion(EmulatedVersion.SQL_SERVER_2019);
    try (Lab lab = Lab.start(config);
        Connection connection = connect(lab)) {
      assertThat(connection.getMetaData().getDatabaseMajorVersion()).isEqualTo(15);
    }
  }

  @Test
  void aRestartDropsConnectionsAndKeepsData() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped())) {
      int port = lab.port();
      try (Connection connection = connect(lab);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE dbo.t (id int NOT NULL PRIMARY KEY)");
        statement.execute("INSERT INTO dbo.t VALUES (1)");
        connection.setAutoCommit(false);
        statement.execute("INSERT INTO dbo.t VALUES (2)");
        lab.restart();
        assertThat(lab.tds().connectionCount()).isZero();
        assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
      }
      assertThat(lab.port()).isEqualTo(port);
      try (Connection connection = connect(lab);
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM dbo.t")) {
        rows.next();
        assertThat(rows.getInt(1)).as("the open transaction rolled back").isEqualTo(1);
      }
    }
  }

  @Test
  void theTraceHoldsStatementsWithTheirParameters() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped());
        Connection connection = connect(lab);
        PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
      statement.setInt(1, 42);
      statement.executeQuery().close();
      TracedRequest last = lab.trace().requests().get(lab.trace().requests().size() - 1);
      assertThat(last.text()).contains("SELECT @P0");
      assertThat(last.parameters()).hasSize(1);
      assertThat(last.parameters().get(0).value()).isEqualTo(42);
      assertThat(last.client().user()).isEqualTo("sa");
      assertThat(last.client().application()).isEqualTo("facade");
      assertThat(last.client().session()).isGreaterThan(50);
      assertThat(last.sequence()).isEqualTo(lab.trace().count());
      assertThat(last.at()).isEqualTo(lab.clock().instant());
    }
  }

  @Test
  void faultsAreThoseOfTheLab() throws Exception {
    try (Lab lab = Lab.start(LabConfig.stepped());
        Connection connection = connect(lab);
        Statement statement = connection.createStatement()) {
      lab.faults().add(Fault.on("SELECT 7", Effect.error(50_007, "seven")));
      assertThatThrownBy(() -> statement.execute("SELECT 7")).hasMessage("seven");
      assertThat(lab.faults().firedCount()).isOne();
    }
  }
}
