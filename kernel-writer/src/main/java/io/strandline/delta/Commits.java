package io.strandline.delta;

import io.strandline.delta.kernel.CommitResult;
import io.strandline.delta.kernel.DataFiles;
import io.strandline.delta.kernel.ParquetOutput;
import java.util.function.Supplier;

/** Commits whose files are deleted as soon as it is certain that no commit names them. */
final class Commits {

  private Commits() {}

  /** Why a commit did not, or may not have, happened. */
  static RuntimeException cause(CommitResult result) {
    if (result instanceof CommitResult.Undecided undecided) {
      return undecided.cause();
    }
    if (result instanceof CommitResult.Lost lost) {
      return lost.cause();
    }
    throw new IllegalStateException("it happened");
  }

  static CommitResult tryOnce(
      ParquetOutput output, DataFiles files, Supplier<CommitResult> commit) {
    boolean mayBeNamed = false;
    try {
      CommitResult result = commit.get();
      mayBeNamed = !(result instanceof CommitResult.Lost);
      return result;
    } finally {
      if (!mayBeNamed) {
        output.delete(files.paths());
      }
    }
  }
}
