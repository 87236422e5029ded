package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.lab.session.SqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Where the blocks of a cursor's rows begin and end, as sp_cursorfetch is documented. */
class ServerCursorTest {

  private static ServerCursor cursor(int rows, boolean forwardOnly) {
    List<Object[]> values = new ArrayList<>();
    for (int i = 1; i <= rows; i++) {
      values.add(new Object[] {i});
    }
    return new ServerCursor(List.of(), values, forwardOnly);
  }

  private static String fetch(ServerCursor cursor, int type, int row, int count) {
    return cursor.fetch(type, row, count).stream()
        .map(values -> String.valueOf(values[0]))
        .collect(Collectors.joining(","));
  }

  @Test
  void nextGoesOnFromTheBlock() {
    ServerCursor cursor = cursor(5, true);
    assertThat(fetch(cursor, ServerCursor.NEXT, 0, 2)).isEqualTo("1,2");
    assertThat(fetch(cursor, ServerCursor.REFRESH, 0, 2)).isEqualTo("1,2");
    assertThat(fetch(cursor, ServerCursor.NEXT, 0, 2)).isEqualTo("3,4");
    assertThat(fetch(cursor, ServerCursor.NEXT, 0, 2)).isEqualTo("5");
    assertThat(fetch(cursor, ServerCursor.NEXT, 0, 2)).isEmpty();
    assertThat(fetch(cursor, ServerCursor.NEXT, 0, 2)).isEmpty();
    assertThat(cursor.position()).isEqualTo(-1);
    assertThat(cursor.rowCount()).isEqualTo(-1);
  }

  @Test
  void previousIsAdjustedAtTheBeginningOrNot() {
    ServerCursor cursor = cursor(5, false);
    assertThat(fetch(cursor, ServerCursor.LAST, 0, 2)).isEqualTo("4,5");
    assertThat(fetch(cursor, ServerCursor.PREVIOUS, 0, 2)).isEqualTo("2,3");
    assertThat(fetch(cursor, ServerCursor.PREVIOUS, 0, 2)).isEqualTo("1,2");
    assertThat(fetch(cursor, ServerCursor.PREVIOUS, 0, 2)).isEmpty();
    assertThat(fetch(cursor, ServerCursor.ABSOLUTE, 2, 2)).isEqualTo("2,3");
    assertThat(fetch(cursor, ServerCursor.PREVIOUS_UNADJUSTED, 0, 2)).isEqualTo("1");
    assertThat(cursor.rowCount()).isEqualTo(5);
  }

  @Test
  void absoluteAndRelativeGoToARow() {
    ServerCursor cursor = cursor(5, false);
    assertThat(fetch(cursor, ServerCursor.ABSOLUTE, 4, 3)).isEqualTo("4,5");
    assertThat(fetch(cursor, ServerCursor.ABSOLUTE, -2, 1)).isEqualTo("4");
    assertThat(fetch(cursor, ServerCursor.RELATIVE, -1, 2)).isEqualTo("3,4");
    assertThat(fetch(cursor, ServerCursor.ABSOLUTE, 9, 1)).isEmpty();
    assertThat(fetch(cursor, ServerCursor.PREVIOUS, 0, 1)).isEqualTo("5");
    assertThat(fetch(cursor, ServerCursor.ABSOLUTE, 0, 1)).isEmpty();
    assertThat(fetch(cursor, ServerCursor.NEXT, 0, 1)).isEqualTo("1");
    assertThat(fetch(cursor, ServerCursor.FIRST, 0, 0)).isEmpty();
    assertThat(fetch(cursor, ServerCursor.RELATIVE, Integer.MIN_VALUE, 1)).isEmpty();
    assertThat(fetch(cursor, ServerCursor.LAST, 0, 0)).isEmpty();
    assertThat(fetch(cursor, ServerCursor.PREVIOUS, 0, 9)).isEqualTo("1,2,3,4,5");
  }

  @Test
  void anEmptyResultHasNoRowAnywhere() {
    ServerCursor cursor = cursor(0, false);
    for (int type :
        new int[] {
          ServerCursor.FIRST,
          ServerCursor.NEXT,
          ServerCursor.PREVIOUS,
          ServerCursor.LAST,
          ServerCursor.ABSOLUTE,
          ServerCursor.RELATIVE,
          ServerCursor.REFRESH
        }) {
      assertThat(fetch(cursor, type, 1, 3)).isEmpty();
    }
  }

  @Test
  void whatACursorCannotDoIsRefused() {
    assertThatThrownBy(() -> cursor(3, true).fetch(ServerCursor.PREVIOUS, 0, 1))
        .isInstanceOfSatisfying(
            SqlException.class, e -> assertThat(e.sqlMessage().number()).isEqualTo(16911));
    assertThatThrownBy(() -> cursor(3, false).fetch(0x40, 0, 1))
        .isInstanceOfSatisfying(
            SqlException.class, e -> assertThat(e.sqlMessage().number()).isEqualTo(16902));
  }
}
