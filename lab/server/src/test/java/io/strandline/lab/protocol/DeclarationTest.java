package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.session.SqlType.Kind;
import org.junit.jupiter.api.Test;

class DeclarationTest {

  @Test
  void whatTheDriverSends() {
    assertThat(Declaration.parse("@P0 varbinary(8000),@P1 int,@P2 decimal(38, 2) OUTPUT"))
        .containsExactly(
            new Declaration("@P0", SqlType.sized(Kind.VARBINARY, 8_000), false),
            new Declaration("@P1", SqlType.of(Kind.INT), false),
            new Declaration("@P2", SqlType.decimal(38, 2), true));
  }

  @Test
  void whatPeopleWrite() {
    assertThat(
            Declaration.parse(
                " @a AS nvarchar(max) , @b [sys].[sysname]out,@c FLOAT(24),@d numeric , @e time"))
        .containsExactly(
            new Declaration("@a", SqlType.sized(Kind.NVARCHAR, SqlType.MAX), false),
            new Declaration("@b", SqlType.sized(Kind.NVARCHAR, 128), true),
            new Declaration("@c", SqlType.of(Kind.REAL), false),
            new Declaration("@d", SqlType.decimal(18, 0), false),
            new Declaration("@e", SqlType.fractional(Kind.TIME, 7), false));
    assertThat(Declaration.parse("  ")).isEmpty();
  }

  @Test
  void everyTypeNameIsKnown() {
    for (Kind kind : Kind.values()) {
      if (kind.javaClass() == Void.class) {
        // Columns of it can be declared, parameters can not.
        continue;
      }
      assertThat(Declaration.parse("@p " + kind.name().toLowerCase(java.util.Locale.ROOT)))
          .extracting(each -> each.type().kind())
          .containsExactly(kind);
    }
  }

  @Test
  void errorsAreThoseOfSqlServer() {
    assertNumber("@a point", 2715);
    assertNumber("@a dbo.list READONLY", 40510);
    assertNumber("a int", 102);
    assertNumber("@a int,", 102);
    assertNumber("@a int @b int", 102);
  }

  private static void assertNumber(String text, int number) {
    assertThatThrownBy(() -> Declaration.parse(text))
        .isInstanceOf(SqlException.class)
        .extracting(e -> ((SqlException) e).sqlMessage().number())
        .isEqualTo(number);
  }
}
