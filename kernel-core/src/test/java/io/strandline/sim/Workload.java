package io.strandline.sim;

import io.strandline.change.Operation;
import io.strandline.check.Draw;
import io.strandline.lsn.Lsn;
import io.strandline.sim.SourceCommit.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What applications do to the source: transactions of one to many changes. */
final class Workload {

  private static final int MOST_SHORT = 32_767;

  private final Draw draw;
  private final SourceDatabase database;
  private final Set<Long> used = new HashSet<>();
  private long changes;

  Workload(Draw draw, SourceDatabase database) {
    this.draw = draw;
    this.database = database;
  }

  /** A transaction on the followed table. */
  SourceCommit ours() {
    int statements = draw.perMille(100) ? draw.between(6, 12) : draw.between(1, 4);
    return database.commit(Kind.OURS, gap(), lsn -> transaction(lsn, statements));
  }

  /** A transaction on another captured table. */
  SourceCommit others() {
    return database.commit(Kind.OTHERS, gap(), lsn -> List.of());
  }

  private int gap() {
    return draw.between(1, 300);
  }

  private List<SourceChange> transaction(Lsn lsn, int statements) {
    if (database.hasRows()) {
      return coherent(lsn, statements);
    }
    List<SourceChange> rows = new ArrayList<>();
    int commandId = 0;
    Lsn seqval = lsn.previous();
    for (int i = 0; i < statements; i++) {
      seqval = seqval.previous();
    }
    for (int i = 0; i < statements; i++) {
      commandId += draw.between(1, 2);
      seqval = seqval.next();
      switch (draw.between(0, 3)) {
        case 0 -> rows.add(change(lsn, commandId, seqval, Operation.DELETE, Optional.empty()));
        case 1 -> {
          Optional<Integer> only = touched();
          rows.add(change(lsn, commandId, seqval, Operation.UPDATE_BEFORE, only));
          rows.add(change(lsn, commandId, seqval, Operation.UPDATE_AFTER, only));
        }
        default -> rows.add(change(lsn, commandId, seqval, Operation.INSERT, Optional.empty()));
      }
    }
    return rows;
  }

  /** Changes of rows that are there. */
  private List<SourceChange> coherent(Lsn lsn, int statements) {
    TableImage image = database.image(database.log().size());
    List<SourceChange> changed = new ArrayList<>();
    int commandId = 0;
    Lsn seqval = lsn.previous();
    for (int i = 0; i < statements; i++) {
      seqval = seqval.previous();
    }
    for (int i = 0; i < statements; i++) {
      commandId += draw.between(1, 2);
      seqval = seqval.next();
      List<SourceChange> rows = statement(image, lsn, commandId, seqval);
      rows.forEach(image::apply);
      changed.addAll(rows);
    }
    return changed;
  }

  private List<SourceChange> statement(TableImage image, Lsn lsn, int commandId, Lsn seqval) {
    int what = image.rows().isEmpty() ? 3 : draw.between(0, 3);
    if (what > 1) {
      Map<Integer, Object> values = row(newKey());
      return List.of(
          new SourceChange(lsn, commandId, seqval, Operation.INSERT, values, Optional.empty()));
    }
    Long key = draw.of(List.copyOf(image.rows().keySet()));
    Map<Integer, Object> before = new HashMap<>(image.rows().get(key));
    before.keySet().retainAll(database.orders().columns().stream().map(SourceColumn::id).toList());
    if (what == 0) {
      return List.of(
          new SourceChange(lsn, commandId, seqval, Operation.DELETE, before, Optional.empty()));
    }
    Optional<Integer> only = touched();
    boolean moves = only.isEmpty() && draw.perMille(150);
    Map<Integer, Object> after = row(moves ? newKey() : key);
    if (only.isPresent()) {
      Optional<Object> touched = Optional.ofNullable(after.get(only.get()));
      after.clear();
      after.putAll(before);
      after.remove(only.get());
      touched.ifPresent(value -> after.put(only.get(), value));
    }
    return List.of(
        new SourceChange(lsn, commandId, seqval, Operation.UPDATE_BEFORE, before, only),
        new SourceChange(lsn, commandId, seqval, Operation.UPDATE_AFTER, after, only));
  }

  /** A row of a key with new values. */
  private Map<Integer, Object> row(Long key) {
    SourceChange drawn =
        change(Lsn.ZERO.next(), 1, Lsn.ZERO.next(), Operation.INSERT, Optional.empty());
    Map<Integer, Object> values = new HashMap<>(drawn.values());
    values.put(SourceTable.ID, key);
    return values;
  }

  private Long newKey() {
    Long key = (long) draw.between(1, MOST_SHORT);
    while (!used.add(key)) {
      key = (long) draw.between(1, MOST_SHORT);
    }
    return key;
  }

  /** Rows that are there before all transactions. */
  Map<Long, Map<Integer, Object>> base() {
    Map<Long, Map<Integer, Object>> rows = new HashMap<>();
    for (int i = draw.of(0, 0, draw.between(1, 8), draw.between(8, 30)); i > 0; i--) {
      Long key = newKey();
      rows.put(key, row(key));
    }
    return rows;
  }

  /** The one column that an update touches, sometimes. */
  private Optional<Integer> touched() {
    List<SourceColumn> others = database.orders().others();
    return others.isEmpty() || draw.perMille(700)
        ? Optional.empty()
        : Optional.of(draw.of(others).id());
  }

  private SourceChange change(
      Lsn lsn, int commandId, Lsn seqval, Operation operation, Optional<Integer> only) {
    changes++;
    Map<Integer, Object> values = new HashMap<>();
    for (SourceColumn column : database.orders().columns()) {
      boolean isNull = column.id() != SourceTable.ID && draw.perMille(150);
      if (!isNull) {
        boolean text = column.id() == SourceTable.NOTE;
        values.put(column.id(), text ? "change " + changes : (Object) (changes % MOST_SHORT));
      }
    }
    return new SourceChange(lsn, commandId, seqval, operation, values, only);
  }
}
