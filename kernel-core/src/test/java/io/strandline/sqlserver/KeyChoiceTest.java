package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.snapshot.KeyBound;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyOrder;
import io.strandline.snapshot.KeyPiece;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.sqlserver.KeyChoice.Column;
import io.strandline.sqlserver.KeyChoice.Index;
import io.strandline.sqlserver.KeyChoice.Part;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KeyChoiceTest {

  private static final Map<Integer, Column> COLUMNS =
      Map.of(
          1, column(1, "id", "int", 4, Optional.empty(), false),
          2, column(2, "name", "nvarchar", 40, Optional.of("Turkish_CI_AS"), false),
          3, column(3, "maybe", "int", 4, Optional.empty(), true),
          4, column(4, "weight", "float", 8, Optional.empty(), false),
          5, column(5, "odd", "char", 3, Optional.of("x; DROP"), false),
          6, column(6, "node", "", 892, Optional.empty(), false));

  private static Column column(
      int id, String name, String type, int length, Optional<String> collation, boolean nullable) {
    return new Column(id, name, type, length, 10, 0, collation, nullable, false);
  }

  private static Index index(String name, boolean primary, Part... parts) {
    return new Index(name, primary, List.of(parts));
  }

  private static Part up(int id) {
    return new Part(id, false);
  }

  private static Part down(int id) {
    return new Part(id, true);
  }

  private static SnapshotKey choose(Index... indexes) {
    return new KeyChoice(COLUMNS, Set.of(1, 2, 3, 4, 5, 6)).of(List.of(indexes));
  }

  @Test
  void takesThePrimaryKeyBeforeAUniqueIndex() {
    assertThat(choose(index("PK", true, up(2), down(1)), index("ux", false, up(1))))
        .isEqualTo(
            new SnapshotKey.Usable(
                "PK",
                List.of(
                    new KeyColumn(
                        "name",
                        "nvarchar(20)",
                        Optional.of("Turkish_CI_AS"),
                        KeyOrder.ASCENDING,
                        false),
                    new KeyColumn("id", "int", Optional.empty(), KeyOrder.DESCENDING, true))));
  }

  @Test
  void takesAnIndexThatCanBeUsedWhereThePrimaryKeyCannot() {
    SnapshotKey key = choose(index("PK", true, up(4)), index("ux", false, down(1)));

    assertThat(((SnapshotKey.Usable) key).index()).isEqualTo("ux");
    assertThat(((SnapshotKey.Usable) key).isOneInteger()).isTrue();
    assertThat(((SnapshotKey.Usable) key).columns().get(0).order()).isEqualTo(KeyOrder.ASCENDING);
  }

  @Test
  void saysWhyThereIsNone() {
    assertThat(choose())
        .isEqualTo(new SnapshotKey.None("it has no primary key and no unique index"));
    assertThat(
            choose(
                index("PK", true, up(4)),
                index("u1", false, up(1), up(3)),
                index("u2", false, up(5)),
                index("u3", false, up(6)),
                index("u4", false, up(9))))
        .isEqualTo(
            new SnapshotKey.None(
                "its primary key PK: column weight is float, which cannot be a bound;"
                    + " its unique index u1: column maybe may be NULL;"
                    + " its unique index u2: column odd has a collation of an unknown kind;"
                    + " its unique index u3: column node is of a type without text, which cannot"
                    + " be a bound;"
                    + " its unique index u4: not all of its columns are captured"));
  }

  @Test
  void aKeyOfManyColumnsWouldNeedTooManyParameters() {
    Part[] eight = Collections.nCopies(8, up(2)).toArray(Part[]::new);
    Part[] nine = Collections.nCopies(9, up(2)).toArray(Part[]::new);

    SnapshotKey.Usable key = (SnapshotKey.Usable) choose(index("PK", true, eight));
    KeyRange range =
        new KeyRange(
            Optional.of(new KeyBound(Collections.nCopies(8, "a"))),
            Optional.of(new KeyBound(Collections.nCopies(8, "b"))));
    int parameters =
        KeyPiece.of(key.columns(), range).stream()
            .mapToInt(piece -> piece.conditions().size())
            .sum();
    assertThat(parameters).isBetween(500, 2_100);
    assertThat(choose(index("PK", true, nine)))
        .isEqualTo(new SnapshotKey.None("its primary key PK: it has more than 8 columns"));
  }

  @Test
  void aColumnOfTheKeyHasToBeCaptured() {
    assertThat(new KeyChoice(COLUMNS, Set.of(2)).of(List.of(index("PK", true, up(1)))))
        .isInstanceOf(SnapshotKey.None.class);
  }
}
