package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.snapshot.KeyBound;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyOrder;
import io.strandline.snapshot.KeyPiece;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotTable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SnapshotStatementsTest {

  private static final KeyColumn CODE =
      new KeyColumn("code", "varchar(9)", Optional.of("Greek_CI_AS"), KeyOrder.ASCENDING, false);
  private static final KeyColumn DAY =
      new KeyColumn("day", "date", Optional.empty(), KeyOrder.DESCENDING, true);

  private static SnapshotTable table(KeyColumn... key) {
    return new SnapshotTable(
        "ci",
        "dbo",
        "a]b",
        1,
        List.of(
            column("code", "varchar(9)", Origin.TABLE),
            column("gone", "decimal(9,2)", Origin.DROPPED),
            column("version", "timestamp", Origin.COMPUTED)),
        new SnapshotKey.Usable("PK", List.of(key)));
  }

  private static SnapshotColumn column(String name, String type, Origin origin) {
    return new SnapshotColumn(
        new TableColumn(name, ColumnType.of(ColumnType.Kind.STRING)), type, 1, origin);
  }

  private static KeyRange from(String... values) {
    return new KeyRange(Optional.of(new KeyBound(List.of(values))), Optional.empty());
  }

  @Test
  void comparesTextsInTheColumnsOwnCollationAndCodePage() {
    assertThat(
            SnapshotStatements.rows(
                table(CODE), List.of(CODE), KeyPiece.of(List.of(CODE), from("x"))))
        .isEqualTo(
            "SELECT t.[code], CAST(NULL AS decimal(9,2)) AS [gone], CAST(NULL AS binary(8)) AS"
                + " [version] FROM [dbo].[a]]b] AS t WHERE t.[code] >= CAST(? COLLATE Greek_CI_AS"
                + " AS varchar(9));");
  }

  @Test
  void readsARangeOfACompositeKeyInPieces() {
    List<KeyColumn> key = List.of(CODE, DAY);
    String text = SnapshotStatements.rows(table(CODE, DAY), key, KeyPiece.of(key, from("x", "y")));

    assertThat(text.split(" UNION ALL "))
        .extracting(piece -> piece.substring(piece.indexOf(" WHERE ")).replace(";", ""))
        .containsExactly(
            " WHERE t.[code] = CAST(? COLLATE Greek_CI_AS AS varchar(9))"
                + " AND t.[day] <= CAST(? AS date)",
            " WHERE t.[code] > CAST(? COLLATE Greek_CI_AS AS varchar(9))");
  }

  @Test
  void walksTheIndexInItsOwnOrder() {
    List<KeyColumn> key = List.of(CODE, DAY);

    assertThat(SnapshotStatements.seek(table(CODE, DAY), key, KeyPiece.of(key, KeyRange.all())))
        .isEqualTo(
            "SELECT CONVERT(nvarchar(4000), p.k0) AS v0, CONVERT(nvarchar(4000), p.k1, 121) AS v1"
                + " FROM (SELECT * FROM (SELECT TOP (?) t.[code] AS k0, t.[day] AS k1 FROM"
                + " [dbo].[a]]b] AS t ORDER BY t.[code], t.[day] DESC) AS p0) AS p ORDER BY p.k0,"
                + " p.k1 DESC OFFSET ? ROWS FETCH NEXT 1 ROWS ONLY;");
  }

  @Test
  void noValueIsEverInATextButTheLockTimeout() {
    List<KeyColumn> key = List.of(CODE, DAY);
    List<KeyPiece> pieces = KeyPiece.of(key, from("4711", "2026-01-31"));

    assertThat(SnapshotStatements.rows(table(CODE, DAY), key, pieces)).doesNotContain("4711", "31");
    assertThat(SnapshotStatements.seek(table(CODE, DAY), key, pieces)).doesNotContain("4711", "31");
    assertThat(SnapshotStatements.lockTimeout(50)).isEqualTo("SET LOCK_TIMEOUT 50;");
  }
}
