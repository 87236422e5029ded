package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CapturedColumn;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SentStatementsTest {

  private static final List<CapturedColumn> COLUMNS =
      List.of(CapturedColumn.of("id", 1, "int", Optional.empty()));

  @Test
  void holdsEveryStatement() throws IllegalAccessException {
    Map<String, String> all = SentStatements.of("dbo_orders", COLUMNS);
    for (Field field : Statements.class.getDeclaredFields()) {
      boolean hidden = Modifier.isPrivate(field.getModifiers()) || field.isSynthetic();
      if (!hidden && field.getType() == String.class) {
        assertThat(all.values()).as(field.getName()).contains((String) field.get(null));
      }
    }
    assertThat(all.values())
        .contains(
            Statements.measure("dbo_orders"),
            Statements.changes("dbo_orders", COLUMNS, true),
            Statements.changes("dbo_orders", COLUMNS, false));
  }
}
