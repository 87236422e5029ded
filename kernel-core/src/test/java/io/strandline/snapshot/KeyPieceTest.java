package io.strandline.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.check.Draw;
import io.strandline.check.Property;
import io.strandline.snapshot.KeyCondition.Comparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pieces of key ranges, held against an order in which unequal texts may be equal. */
final class KeyPieceTest {

  private static final KeyColumn TEXT =
      new KeyColumn("code", "varchar(9)", Optional.of("Greek_CI_AS"), KeyOrder.ASCENDING, false);
  private static final KeyColumn NUMBER =
      new KeyColumn("no", "int", Optional.empty(), KeyOrder.DESCENDING, true);

  /** A table's keys, which are unequal to the server, in its order. */
  private record Table(List<KeyColumn> key, List<List<String>> rows) {}

  private static int compare(KeyColumn column, String left, String right) {
    int order =
        column.oneText()
            ? Integer.compare(Integer.parseInt(left), Integer.parseInt(right))
            : String.CASE_INSENSITIVE_ORDER.compare(left, right);
    return column.order() == KeyOrder.DESCENDING ? -order : order;
  }

  private static Comparator<List<String>> order(List<KeyColumn> key) {
    return (left, right) -> {
      for (int i = 0; i < key.size(); i++) {
        int order = compare(key.get(i), left.get(i), right.get(i));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  private static Table table(Draw draw) {
    List<KeyColumn> key = new ArrayList<>();
    int columns = draw.between(1, 4);
    for (int i = 0; i < columns; i++) {
      key.add(draw.coin() ? TEXT : NUMBER);
    }
    Comparator<List<String>> order = order(key);
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : draw.list(40, d -> row(d, key))) {
      if (rows.stream().noneMatch(other -> order.compare(row, other) == 0)) {
        rows.add(row);
      }
    }
    rows.sort(order);
    return new Table(key, rows);
  }

  private static List<String> row(Draw draw, List<KeyColumn> key) {
    return key.stream()
        .map(
            column -> column.oneText() ? draw.of("-2", "0", "7") : draw.of("a", "A", "b", "B", "c"))
        .toList();
  }

  private static boolean holds(List<KeyColumn> key, KeyPiece piece, List<String> row) {
    return piece.conditions().stream()
        .allMatch(
            condition -> {
              int at = condition.column();
              int order = compare(key.get(at), row.get(at), condition.value());
              return switch (condition.comparison()) {
                case EQUAL -> order == 0;
                case AFTER -> order > 0;
                case AT_OR_AFTER -> order >= 0;
                case BEFORE -> order < 0;
              };
            });
  }

  @Test
  void everyKeyIsInOnePieceOfItsRangeAndInNoOther() {
    Property.check(
        draw -> {
          Table table = table(draw);
          List<KeyBound> bounds =
              table.rows().stream().filter(row -> draw.perMille(250)).map(KeyBound::new).toList();
          SnapshotLayout layout =
              bounds.isEmpty() ? SnapshotLayout.single("-") : SnapshotLayout.between(bounds);
          for (List<String> row : table.rows()) {
            for (KeyRange range : layout.ranges()) {
              long pieces =
                  KeyPiece.of(table.key(), range).stream()
                      .filter(piece -> holds(table.key(), piece, row))
                      .count();
              assertThat(pieces).isEqualTo(isIn(table.key(), range, row) ? 1 : 0);
            }
          }
        });
  }

  private static boolean isIn(List<KeyColumn> key, KeyRange range, List<String> row) {
    Comparator<List<String>> order = order(key);
    return range.from().map(from -> order.compare(row, from.values()) >= 0).orElse(true)
        && range.to().map(to -> order.compare(row, to.values()) < 0).orElse(true);
  }

  @Test
  void eachPieceIsEqualColumnsAndARangeOfTheNext() {
    Property.check(
        draw -> {
          List<KeyColumn> key = List.of(NUMBER, NUMBER, NUMBER);
          KeyRange range =
              new KeyRange(
                  Optional.of(new KeyBound(row(draw, key))),
                  Optional.of(new KeyBound(row(draw, key))));
          for (KeyPiece piece : KeyPiece.of(key, range)) {
            int last = piece.conditions().get(piece.conditions().size() - 1).column();
            for (KeyCondition condition : piece.conditions()) {
              assertThat(condition.comparison() == Comparison.EQUAL)
                  .isEqualTo(condition.column() < last);
            }
          }
        });
  }

  @Test
  void aKeyOfOneColumnIsOnePiece() {
    KeyRange range = new KeyRange(Optional.of(KeyBound.of(3)), Optional.of(KeyBound.of(9)));

    assertThat(KeyPiece.of(List.of(NUMBER), range))
        .containsExactly(
            new KeyPiece(
                List.of(
                    new KeyCondition(0, Comparison.AT_OR_AFTER, "3"),
                    new KeyCondition(0, Comparison.BEFORE, "9"))));
    assertThat(KeyPiece.of(List.of(NUMBER), KeyRange.all()))
        .containsExactly(new KeyPiece(List.of()));
  }

  @Test
  void refusesABoundOfAnotherKey() {
    KeyRange range = new KeyRange(Optional.of(KeyBound.of(3)), Optional.empty());

    assertThatThrownBy(() -> KeyPiece.of(List.of(NUMBER, TEXT), range))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noTextFormShowsAKey() {
    KeyBound bound = new KeyBound(List.of("4711", "secret"));
    KeyRange range = new KeyRange(Optional.of(bound), Optional.of(bound));
    SnapshotLayout layout = SnapshotLayout.between(List.of(bound));
    List<KeyPiece> pieces =
        KeyPiece.of(List.of(TEXT, TEXT), new KeyRange(Optional.of(bound), Optional.empty()));

    for (Object shown : List.of(bound, range, layout, pieces)) {
      assertThat(shown.toString()).doesNotContain("4711", "secret");
    }
  }
}
