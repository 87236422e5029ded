package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlMessage;
import java.util.Set;

/** How far an error reaches (general knowledge: SQL Server documents it only in part). */
enum ErrorEffect {
  /** The statement is undone and the batch goes on. */
  STATEMENT,
  /** The batch ends; the transaction stays open. */
  BATCH,
  /** The batch ends and the transaction is rolled back, or doomed where CATCH takes the error. */
  TRANSACTION;

  private static final Set<Integer> ENDS_TRANSACTION =
      Set.of(1205, 3951, 3960, 3961, 241, 242, 244, 245, 248, 8114, 8169);

  /** Errors that SQL Server finds while it compiles a statement. */
  private static final Set<Integer> COMPILATION =
      Set.of(
          102, 104, 107, 108, 116, 127, 137, 141, 155, 156, 174, 195, 205, 206, 207, 208, 209, 252,
          257, 263, 271, 402, 447, 448, 529, 1013, 1062, 1087, 4104, 4108, 4112, 4121, 4145, 8116,
          8117, 8120, 8155, 8156, 8158, 8159, 10741);

  private static final Set<Integer> ENDS_BATCH =
      Set.of(281, 313, 911, 916, 2812, 3930, 3931, 8144, 8145, 40510);

  static ErrorEffect of(SqlMessage error, boolean xactAbort) {
    int number = error.number();
    if (ENDS_TRANSACTION.contains(number) || xactAbort || error.severity() >= 20) {
      return TRANSACTION;
    }
    return ENDS_BATCH.contains(number) || COMPILATION.contains(number) ? BATCH : STATEMENT;
  }

  /** Whether CATCH of the same batch cannot take the error (documented: TRY...CATCH). */
  static boolean isCompilation(SqlMessage error) {
    return COMPILATION.contains(error.number());
  }
}
