package io.strandline.lab.protocol;

import static io.strandline.lab.protocol.ScriptedEngine.column;
import static io.strandline.lab.protocol.ScriptedEngine.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink.StatementKind;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Prepared statements, their batches and output parameters over the real driver. */
class PreparedStatementsTest {

  private static final Column NUMBER = column("n", SqlType.of(Kind.INT));
  private static final Column TEXT = column("t", SqlType.sized(Kind.NVARCHAR, 20));

  private final ScriptedEngine engine = new ScriptedEngine();
  private Lab lab;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    lab = Lab.plain(engine);
    connection = lab.connect();
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    lab.close();
  }

  private static SqlMessage error(int number, int severity, int state, String text) {
    return new SqlMessage(number, severity, state, text, 3);
  }

  @Test
  void aPreparedStatementRunsManyTimesWithItsOwnText() throws Exception {
    engine.on(
        "select",
        (request, out, session) ->
            rows(
                out,
                List.of(NUMBER, TEXT),
                ((SqlRequest.Text) request).parameters().stream().map(Parameter::value).toArray()));
    try (PreparedStatement statement = connection.prepareStatement("select ?, ?")) {
      for (int i = 1; i <= 10; i++) {
        statement.setInt(1, i);
        statement.setString(2, "row " + i);
        try (ResultSet result = statement.executeQuery()) {
          assertThat(result.next()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(i);
          assertThat(result.getString(2)).isEqualTo("row " + i);
          assertThat(result.next()).isFalse();
        }
      }
    }
    assertThat(engine.requests).hasSize(10);
    assertThat(engine.requests)
        .allSatisfy(
            request -> {
              SqlRequest.Text text = (SqlRequest.Text) request;
              assertThat(text.sql().strip()).isEqualTo("select @P0, @P1");
              assertThat(text.parameters())
                  .extracting(Parameter::name)
                  .containsExactly("@P0", "@P1");
              assertThat(text.parameters())
                  .extracting(Parameter::type)
                  .containsExactly(SqlType.of(Kind.INT), SqlType.sized(Kind.NVARCHAR, 4_000));
            });
  }

  @Test
  void prepareMethodsAllWork() throws Exception {
    engine.describe("select @P0        ", NUMBER);
    engine.on(
        "select",
        (request, out, session) -> {
          List<Parameter> parameters = ((SqlRequest.Text) request).parameters();
          rows(
              out,
              List.of(NUMBER),
              new Object[] {parameters.isEmpty() ? 5 : parameters.get(0).value()});
        });
    for (String method : List.of("prepexec", "prepare", "none", "scopeTempTablesToConnection")) {
      try (Connection other = lab.connect("encrypt=false;prepareMethod=" + method);
          PreparedStatement statement = other.prepareStatement("select ?")) {
        for (int i = 0; i < 4; i++) {
          statement.setInt(1, 5);
          assertThat(numbers(statement.executeQuery())).as(method).containsExactly(5);
        }
      }
    }
  }

  @Test
  void droppedStatementsAreUnprepared() throws Exception {
    for (int i = 0; i < 40; i++) {
      try (PreparedStatement statement = connection.prepareStatement("update " + i + " ?")) {
        for (int run = 0; run < 3; run++) {
          statement.setInt(1, run);
          statement.execute();
        }
      }
    }
    assertThat(engine.requests).hasSize(120);
    assertThat(engine.texts("sp_unprepare")).isEmpty();
  }

  @Test
  void executeBatchGivesEveryCount() throws Exception {
    engine.on("insert", (request, out, session) -> out.done(StatementKind.INSERT, 1));
    try (PreparedStatement statement = connection.prepareStatement("insert t values (?)")) {
      for (int i = 0; i < 10; i++) {
        statement.setInt(1, i);
        statement.addBatch();
      }
      assertThat(statement.executeBatch()).containsExactly(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    }
    assertThat(engine.requests)
        .extracting(request -> ((SqlRequest.Text) request).parameters().get(0).value())
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void executeBatchGoesOnAfterAFailedRow() throws Exception {
    engine.on(
        "insert",
        (request, out, session) -> {
          if (((SqlRequest.Text) request).parameters().get(0).value().equals(4)) {
            out.error(error(2627, 14, 1, "Violation of PRIMARY KEY constraint."));
            out.done(StatementKind.OTHER, -1);
          } else {
            out.done(StatementKind.INSERT, 1);
          }
        });
    try (PreparedStatement statement = connection.prepareStatement("insert t values (?)")) {
      for (int i = 0; i < 8; i++) {
        statement.setInt(1, i);
        statement.addBatch();
      }
      assertThatThrownBy(statement::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e -> {
                assertThat(e.getErrorCode()).isEqualTo(2627);
                assertThat(e.getUpdateCounts())
                    .containsExactly(1, 1, 1, 1, Statement.EXECUTE_FAILED, 1, 1, 1);
              });
    }
    assertThat(connection.isValid(5)).isTrue();
  }

  @Test
  void outputParametersComeBack() throws Exception {
    engine.on(
        "EXEC",
        (request, out, session) -> {
          List<Parameter> parameters = ((SqlRequest.Text) request).parameters();
          rows(out, List.of(NUMBER), new Object[] {11});
          for (Parameter parameter : parameters) {
            if (parameter.output()) {
              Object value = parameter.type().kind() == Kind.INT ? (Object) 42 : "out";
              out.outputValue(new Parameter(parameter.name(), parameter.type(), value, true));
            }
          }
        });
    try (CallableStatement call = connection.prepareCall("{? = call p(?, ?)}")) {
      for (int run = 0; run < 4; run++) {
        call.registerOutParameter(1, Types.INTEGER);
        call.setInt(2, 5);
        call.registerOutParameter(3, Types.NVARCHAR);
        assertThat(call.execute()).isTrue();
        assertThat(numbers(call.getResultSet())).containsExactly(11);
        assertThat(call.getInt(1)).isEqualTo(42);
        assertThat(call.getString(3)).isEqualTo("out");
      }
    }
  }

  private static List<Integer> numbers(ResultSet result) throws SQLException {
    List<Integer> numbers = new ArrayList<>();
    try (result) {
      while (result.next()) {
        numbers.add(result.getInt(1));
      }
    }
    return numbers;
  }
}
