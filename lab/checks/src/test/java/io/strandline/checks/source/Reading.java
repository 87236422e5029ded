package io.strandline.checks.source;

import io.strandline.change.ChangeBatch;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.lsn.Lsn;
import io.strandline.port.ChangeSource;
import io.strandline.port.ReadRequest;
import io.strandline.port.ReadSession;
import io.strandline.port.SessionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A read that ran to its end.
 *
 * @param batches the number of rows of each batch
 */
record Reading(
    ReadSession session,
    List<ChangeRow> rows,
    List<Long> commitLocal,
    List<Integer> batches,
    Optional<Lsn> minLsnAfter) {

  static Reading of(ChangeSource source, ReadRequest request) {
    try (SessionReader<ChangeBatch> reader = source.read(request)) {
      return rest(reader);
    }
  }

  /** Reads what is left. */
  static Reading rest(SessionReader<ChangeBatch> reader) {
    List<ChangeRow> rows = new ArrayList<>();
    List<Long> commitLocal = new ArrayList<>();
    List<Integer> batches = new ArrayList<>();
    for (Optional<ChangeBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
      ChangeBatch batch = next.get();
      rows.addAll(ChangeRow.of(batch, reader.session().columns()));
      for (int row = 0; row < batch.rows(); row++) {
        commitLocal.add(batch.commitLocal().get(row));
      }
      batches.add(batch.rows());
    }
    return new Reading(reader.session(), rows, commitLocal, batches, reader.minLsnAfter());
  }
}
