package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyOrder;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotTable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
            Statements.changes("dbo_orders", List.of("id"), true),
            Statements.changes("dbo_orders", List.of("id"), false));
    assertThat(all)
        .containsKeys("measure", "measure_two_instances", "tiles")
        .allSatisfy((name, text) -> assertThat(text.strip()).endsWith(";"));
  }

  private static SnapshotTable table(SnapshotKey key) {
    TableColumn column = new TableColumn("gone", ColumnType.of(ColumnType.Kind.INT));
    return new SnapshotTable(
        "dbo_orders",
        "dbo",
        "orders",
        7,
        List.of(new SnapshotColumn(column, "int", 1, Origin.DROPPED)),
        key);
  }

  @Test
  void holdsEveryStatementThatSeesTables() {
    KeyColumn id = new KeyColumn("id", "int", Optional.empty(), KeyOrder.ASCENDING, true);
    Set<String> purposes = new HashSet<>();
    for (SnapshotKey key :
        List.of(
            new SnapshotKey.None("-"),
            new SnapshotKey.Usable("PK", List.of(id)),
            new SnapshotKey.Usable("PK", List.of(id, id)))) {
      Map<String, String> all = SentStatements.ofSnapshot(table(key));
      purposes.addAll(all.keySet());
      assertThat(all.values()).contains(SnapshotStatements.VIEW, SnapshotStatements.AFTER);
      assertThat(all.values()).noneMatch(text -> text.matches("(?is).*(nolock|uncommitted).*"));
    }
    assertThat(purposes)
        .containsExactlyInAnyOrder(
            "snapshot_view",
            "snapshot_probe",
            "snapshot_lock_timeout",
            "snapshot_extent",
            "snapshot_counts",
            "snapshot_seek_first",
            "snapshot_seek",
            "snapshot_rows_of_range",
            "snapshot_rows",
            "snapshot_after");
  }
}
