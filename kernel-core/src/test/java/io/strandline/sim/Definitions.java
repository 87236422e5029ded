package io.strandline.sim;

import io.strandline.change.ColumnType.Kind;
import io.strandline.check.Draw;
import io.strandline.lsn.Lsn;
import io.strandline.sim.Reach.Branch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What administrators do to the followed table: columns, their types and capture instances. */
final class Definitions {

  private static final List<String> COLUMNS = List.of("quantity", "colour", "weight");
  private static final int MOST_COLUMNS = 5;

  private final World world;
  private final Draw draw;
  private final SourceDatabase database;

  Definitions(World world) {
    this.world = world;
    this.draw = world.draw();
    this.database = world.database();
  }

  /** Adds or drops a column, or alters one's type. */
  void alter() {
    SourceTable orders = database.orders();
    List<SourceColumn> others = orders.others();
    int what = draw.between(0, 9);
    if (what < 3 || others.isEmpty()) {
      add(orders);
    } else if (what < 5) {
      SourceColumn column = draw.of(others);
      orders.drop(column);
      tell("ALTER TABLE dbo.orders DROP COLUMN " + column.name(), Optional.empty());
    } else {
      SourceColumn altered = altered(draw.of(others));
      orders.alter(altered);
      tell(
          "ALTER TABLE dbo.orders ALTER COLUMN " + altered.name() + " " + altered.declaration(),
          Optional.of(altered));
    }
  }

  private void add(SourceTable orders) {
    List<String> free = COLUMNS.stream().filter(name -> orders.named(name).isEmpty()).toList();
    if (!free.isEmpty() && orders.columns().size() < MOST_COLUMNS) {
      SourceColumn column = orders.add(draw.of(free), draw.of(Kind.SHORT, Kind.INT, Kind.INT));
      tell(
          "ALTER TABLE dbo.orders ADD " + column.name() + " " + column.declaration(),
          Optional.empty());
    }
  }

  private SourceColumn altered(SourceColumn column) {
    boolean odd = world.climate().oddTypes() && draw.perMille(200);
    return column.as(odd ? Kind.STRING : draw.of(Kind.SHORT, Kind.INT, Kind.LONG));
  }

  private void tell(String command, Optional<SourceColumn> altered) {
    world.trace("  %s at %s", command, database.alter(command, altered));
  }

  /** Enables a newer instance; a third is refused, so the oldest goes first. */
  void enable() {
    List<ChangeTable> instances = database.instances();
    if (instances.size() > 1) {
      if (!mayGo(instances.get(0))) {
        return;
      }
      disable(instances.get(0));
    }
    List<String> free = new ArrayList<>(List.of(SourceDatabase.FOLLOWED, "orders_v2", "orders_v3"));
    database.instances().forEach(table -> free.remove(table.name()));
    ChangeTable table = database.enable(draw.of(free), columns());
    world.trace("  enables %s at %s with %s", table.name(), table.start(), table.columns());
  }

  /** The key, the note, and some of the others. */
  List<SourceColumn> columns() {
    List<SourceColumn> all = database.orders().columns();
    return all.stream().filter(c -> c.id() <= SourceTable.NOTE || draw.perMille(700)).toList();
  }

  /** Disables an instance, and perhaps enables it again under its name. */
  void disable() {
    List<ChangeTable> instances = database.instances();
    if (instances.isEmpty()) {
      return;
    }
    if (instances.size() > 1 && isRead(instances.get(0)) && goesBack()) {
      database.disable(instances.get(1));
      world.trace("  disables the newer %s", instances.get(1).name());
      return;
    }
    ChangeTable table = instances.size() > 1 ? instances.get(0) : draw.of(instances);
    boolean only = instances.size() == 1;
    if (only ? !world.climate().hostileDisable() : !mayGo(table)) {
      return;
    }
    disable(table);
    if (only || draw.perMille(300)) {
      world.advance(java.time.Duration.ofMillis(draw.between(0, 60_000)));
      ChangeTable again = database.enable(table.name(), columns());
      world.trace("  enables %s again at %s", again.name(), again.start());
    }
  }

  /** Now and then the newer one was a mistake; nothing is drawn for it. */
  private boolean goesBack() {
    return database.log().size() % 3 == 0;
  }

  private void disable(ChangeTable table) {
    boolean late = isRead(table);
    world.reach().count(late ? Branch.OLDER_DISABLED_LATE : Branch.OLDER_DISABLED_EARLY);
    database.disable(table);
    world.trace("  disables %s", table.name());
  }

  /** An older instance goes when the stream has read past it, or whenever someone is careless. */
  private boolean mayGo(ChangeTable older) {
    return isRead(older) || world.climate().hostileDisable();
  }

  private boolean isRead(ChangeTable older) {
    List<ChangeTable> instances = database.instances();
    Optional<Lsn> read =
        world
            .bronze()
            .flatMap(BronzeLog::newestOwn)
            .map(version -> version.state().orElseThrow().offset().lsn());
    return instances.size() > 1
        && instances.get(0) == older
        && read.filter(lsn -> !lsn.isBefore(instances.get(1).start())).isPresent()
        && instances.get(1).minLsn().isPresent();
  }
}
