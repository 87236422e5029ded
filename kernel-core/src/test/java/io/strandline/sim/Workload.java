package io.strandline.sim;

import io.strandline.change.Operation;
import io.strandline.check.Draw;
import io.strandline.lsn.Lsn;
import io.strandline.sim.SourceCommit.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What applications do to the source: transactions of one to many changes. */
final class Workload {

  private final Draw draw;
  private final SourceDatabase database;
  private int changes;

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
        case 0 -> rows.add(change(lsn, commandId, seqval, Operation.DELETE));
        case 1 -> {
          rows.add(change(lsn, commandId, seqval, Operation.UPDATE_BEFORE));
          rows.add(change(lsn, commandId, seqval, Operation.UPDATE_AFTER));
        }
        default -> rows.add(change(lsn, commandId, seqval, Operation.INSERT));
      }
    }
    return rows;
  }

  private SourceChange change(Lsn lsn, int commandId, Lsn seqval, Operation operation) {
    changes++;
    Optional<String> note =
        draw.perMille(150) ? Optional.empty() : Optional.of("change " + changes);
    return new SourceChange(lsn, commandId, seqval, operation, changes, note);
  }
}
