package io.strandline.sim;

import io.strandline.change.SnapshotRows;
import io.strandline.change.TableColumn;
import io.strandline.error.SchemaChangedException;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotLayoutRequest;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.snapshot.KeyBound;
import io.strandline.snapshot.KeyColumn;
import io.strandline.snapshot.KeyOrder;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotKey;
import io.strandline.snapshot.SnapshotLayout;
import io.strandline.snapshot.SnapshotTable;
import io.strandline.time.MappedCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** What one simulated process sees of the rows of the followed table. */
final class SimSnapshots {

  private static final SnapshotKey KEY =
      new SnapshotKey.Usable(
          "PK_orders",
          List.of(new KeyColumn("id", "int", Optional.empty(), KeyOrder.ASCENDING, true)));

  private final SourceDatabase database;
  private final Gate gate;

  SimSnapshots(SourceDatabase database, Gate gate) {
    this.database = database;
    this.gate = gate;
  }

  SnapshotView view(SnapshotViewRequest request) {
    return gate.call(PortCall.SNAPSHOT_VIEW, () -> look(request));
  }

  private SnapshotView look(SnapshotViewRequest request) {
    String name = request.instance().name();
    ChangeTable instance = database.instance(name).orElseThrow(() -> SimSource.gone(name));
    Set<Integer> there =
        database.orders().columns().stream().map(SourceColumn::id).collect(Collectors.toSet());
    gate.loadBegins(new LoadWatch(there));
    List<SnapshotColumn> columns = new ArrayList<>();
    for (TableColumn wanted : request.wanted()) {
      SourceColumn column =
          instance.column(wanted.name()).orElseThrow(() -> differs(wanted.name()));
      Origin origin = there.contains(column.id()) ? Origin.TABLE : Origin.DROPPED;
      columns.add(new SnapshotColumn(wanted, column.declaration(), column.id(), origin));
    }
    SourceNames names = database.names();
    return new SnapshotView(
        names.database(),
        names.brokerGuid(),
        database.max().map(MappedCommit::lsn),
        instance.minLsn(),
        true,
        new SnapshotTable(name, "dbo", "orders", request.instance().sourceObjectId(), columns, KEY),
        OptionalLong.of(keys().size()));
  }

  /** A column is not what it was when the read was planned. */
  private SchemaChangedException differs(String column) {
    gate.tableDiffers();
    return new SchemaChangedException("column " + column + " is another", "call again");
  }

  private List<Long> keys() {
    return List.copyOf(database.image(database.log().size()).rows().keySet());
  }

  SnapshotLayout layout(SnapshotLayoutRequest request) {
    return gate.call(PortCall.SNAPSHOT_LAYOUT, () -> cut(request));
  }

  private SnapshotLayout cut(SnapshotLayoutRequest request) {
    List<Long> keys = keys();
    int ranges = (int) Math.min(request.ranges(), keys.size() / request.leastRows());
    if (ranges < 2) {
      return SnapshotLayout.single("few rows");
    }
    List<KeyRange> all = new ArrayList<>();
    Optional<KeyBound> from = Optional.empty();
    for (int i = 1; i < ranges; i++) {
      Optional<KeyBound> to = Optional.of(KeyBound.of(keys.get(i * keys.size() / ranges)));
      all.add(new KeyRange(from, to));
      from = to;
    }
    all.add(new KeyRange(from, Optional.empty()));
    return new SnapshotLayout(all, Optional.empty());
  }

  SessionReader<SnapshotRows> read(SnapshotReadRequest request) {
    SessionReader<SnapshotRows> reader = gate.call(PortCall.SNAPSHOT_READ, () -> open(request));
    gate.readerOpened();
    return reader;
  }

  private SessionReader<SnapshotRows> open(SnapshotReadRequest request) {
    List<TableColumn> natural = new ArrayList<>();
    String name = request.table().captureInstance();
    for (SnapshotColumn wanted : request.table().columns()) {
      Optional<SourceColumn> captured =
          database.instance(name).flatMap(table -> table.column(wanted.column().name()));
      Optional<SourceColumn> source =
          database.orders().columns().stream()
              .filter(column -> column.id() == wanted.columnId())
              .findFirst();
      if (wanted.origin() == Origin.TABLE && source.isEmpty()) {
        throw differs(wanted.column().name());
      }
      Optional<SourceColumn> now = wanted.origin() == Origin.TABLE ? source : captured;
      if (!now.map(SourceColumn::kind).equals(captured.map(SourceColumn::kind))) {
        // It was altered, and capture has not come to that yet.
        gate.tableDiffers();
      }
      natural.add(
          now.map(column -> new TableColumn(wanted.column().name(), column.type()))
              .orElse(wanted.column()));
    }
    return new SimSnapshotReader(database, request, natural, gate);
  }
}
