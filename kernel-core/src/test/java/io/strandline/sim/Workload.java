package io.strandline.sim;

import io.strandline.change.Operation;
import io.strandline.check.Draw;
import io.strandline.lsn.Lsn;
import io.strandline.sim.SourceCommit.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What applications do to the source: transactions of one to many changes. */
final class Workload {

  private static final int MOST_SHORT = 32_767;

  private final Draw draw;
  private final SourceDatabase database;
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
