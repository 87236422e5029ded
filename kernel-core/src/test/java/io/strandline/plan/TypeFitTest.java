package io.strandline.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypeFitTest {

  private static ColumnType type(String text) {
    String[] words = text.strip().split("[(,)]");
    return words.length == 1
        ? ColumnType.of(Kind.valueOf(text.strip().toUpperCase(Locale.ROOT)))
        : ColumnType.decimal(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
  }

  /** Every pair of different types without digits that fits; no other does. */
  private static final List<String> PAIRS =
      List.of(
          "short int",
          "short long",
          "short double",
          "int long",
          "int double",
          "float double",
          "date timestamp_ntz");

  @Test
  void onlyTheseTypesFitAnother() {
    List<String> fitting = new ArrayList<>();
    for (Kind from : Kind.values()) {
      for (Kind to : Kind.values()) {
        boolean plain = from != Kind.DECIMAL && to != Kind.DECIMAL && from != to;
        if (plain && TypeFit.fits(ColumnType.of(from), ColumnType.of(to))) {
          fitting.add((from + " " + to).toLowerCase(Locale.ROOT));
        }
      }
    }
    assertThat(fitting).containsExactlyInAnyOrderElementsOf(PAIRS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"boolean", "short", "string", "timestamp", "decimal(38,38)"})
  void everyTypeFitsItself(String type) {
    assertThat(TypeFit.fits(type(type), type(type))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "short; decimal(5,0); true",
        "short; decimal(7,2); true",
        "short; decimal(4,0); false",
        "short; decimal(7,3); false",
        "int; decimal(10,0); true",
        "int; decimal(38,28); true",
        "int; decimal(38,29); false",
        "long; decimal(20,0); true",
        "long; decimal(19,0); false",
        "decimal(5,1); decimal(6,1); true",
        "decimal(5,1); decimal(6,2); true",
        "decimal(5,1); decimal(5,2); false",
        "decimal(5,2); decimal(6,1); false",
        "decimal(3,3); decimal(4,4); true",
        "decimal(3,3); decimal(4,3); true",
        "decimal(3,3); decimal(3,2); false",
        "decimal(38,0); decimal(38,1); false",
        "decimal(5,0); long; false",
        "decimal(5,0); double; false",
        "double; decimal(38,10); false",
        "boolean; decimal(5,0); false",
        "date; decimal(38,0); false"
      })
  void decimalsNeedTheirDigitsOnBothSides(String from, String to, boolean fits) {
    assertThat(TypeFit.fits(type(from), type(to))).isEqualTo(fits);
  }
}
