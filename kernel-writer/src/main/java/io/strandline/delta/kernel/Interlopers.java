package io.strandline.delta.kernel;

import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.Optional;

/**
 * Judges the commits that came between a transaction's base and its place in the log.
 *
 * <p>Kernel compares one application's version with theirs, and lets pass a smaller one that was
 * planned earlier; a commit that speaks for several applications needs all of them compared, by
 * their names alone.
 */
final class Interlopers {

  private static final StructType TRANSACTIONS =
      new StructType().add("txn", SetTransaction.FULL_SCHEMA);

  private Interlopers() {}

  /**
   * Passes if no commit before {@code version} has a transaction of the context's applications.
   *
   * @throws SupersededException if one has
   */
  static void refuse(Engine engine, String log, long version, CommitContext context)
      throws IOException {
    if (context.alone().isEmpty()) {
      return;
    }
    for (long one = context.judged() + 1; one < version; one++) {
      judge(engine, FileNames.deltaFile(new Path(log), one), one, context);
      context.judged(one);
    }
  }

  private static void judge(Engine engine, String file, long version, CommitContext context)
      throws IOException {
    try (CloseableIterator<Row> actions =
        engine
            .getJsonHandler()
            .readJsonFiles(
                Utils.singletonCloseableIterator(FileStatus.of(file)),
                TRANSACTIONS,
                Optional.empty())
            .flatMap(batch -> batch.getRows())) {
      while (actions.hasNext()) {
        Row action = actions.next();
        if (!action.isNullAt(0)) {
          String application = SetTransaction.fromRow(action.getStruct(0)).getAppId();
          if (context.alone().contains(application)) {
            throw new SupersededException(application, version);
          }
        }
      }
    }
  }
}
