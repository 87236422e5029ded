package io.strandline.checks.script;

import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyOrder;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotTable;
import io.strandline.sqlserver.SentStatements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The texts that read source tables, for keys of every kind and names that a server may hold. */
final class SnapshotTexts {

  private SnapshotTexts() {}

  static Map<String, String> all() {
    Map<String, SnapshotKey> keys = new LinkedHashMap<>();
    keys.put("no key", new SnapshotKey.None("-"));
    keys.put("an integer", key(column("id", "bigint", KeyOrder.ASCENDING)));
    keys.put(
        "many columns",
        key(
            column("it is", "varchar(20)", KeyOrder.ASCENDING),
            column("z.", "uniqueidentifier", KeyOrder.DESCENDING),
            column("it's", "varbinary(8)", KeyOrder.ASCENDING)));
    keys.put(
        "times",
        key(
            column("日本", "datetime", KeyOrder.ASCENDING),
            column("say \"so\"", "datetime2(7)", KeyOrder.ASCENDING),
            column("?", "datetimeoffset(7)", KeyOrder.ASCENDING)));
    keys.put(
        "numbers",
        key(
            column("{fn x}", "decimal(38,4)", KeyOrder.ASCENDING),
            column("a--b", "money", KeyOrder.DESCENDING)));
    Map<String, String> texts = new LinkedHashMap<>();
    keys.forEach(
        (name, key) ->
            SentStatements.ofSnapshot(table(key))
                .forEach(
                    (purpose, text) -> {
                      String sent = StatementsCommand.withParameters(text);
                      if (!texts.containsValue(sent)) {
                        texts.put(purpose + " of " + name, sent);
                      }
                    }));
    return texts;
  }

  private static SnapshotKey key(KeyColumn... columns) {
    return new SnapshotKey.Usable("PK", List.of(columns));
  }

  private static KeyColumn column(String name, String type, KeyOrder order) {
    boolean text = type.startsWith("varchar");
    Optional<String> collation = text ? Optional.of("Greek_CI_AS") : Optional.empty();
    return new KeyColumn(name, type, collation, order, !text);
  }

  private static SnapshotTable table(SnapshotKey key) {
    List<SnapshotColumn> columns = new ArrayList<>();
    columns.add(read("select", "int", Origin.TABLE));
    columns.add(read("x y", "varchar(20)", Origin.TABLE));
    columns.add(read("gone 1", "decimal(9,2)", Origin.DROPPED));
    columns.add(read("ünï", "timestamp", Origin.COMPUTED));
    return new SnapshotTable("dbo_orders", "db.o", "all orders", 1, columns, key);
  }

  private static SnapshotColumn read(String name, String type, Origin origin) {
    return new SnapshotColumn(
        new TableColumn(name, ColumnType.of(ColumnType.Kind.STRING)), type, 1, origin);
  }
}
