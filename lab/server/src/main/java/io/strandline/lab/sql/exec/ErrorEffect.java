package io.strandline.lab.sql.exec;

import io.strandline.lab.session.SqlException;
import java.util.Set;

/** How far an error reaches (general knowledge: SQL Server documents it only in part). */
enum ErrorEffect {
  /** The statement is undone and the batch goes on. */
  STATEMENT,
  /** The batch ends; the transaction stays open. */
  BATCH,
  /** The batch ends and the transaction is rolled back. */
  TRANSACTION;

  private static final Set<Integer> ENDS_TRANSACTION =
      Set.of(1205, 3951, 3960, 3961, 241, 242, 244, 245, 248, 8114, 8169);
  private static final Set<Integer> ENDS_BATCH =
      Set.of(
          102, 104, 107, 108, 116, 137, 141, 155, 156, 174, 195, 205, 206, 207, 208, 209, 257, 263,
          281, 313, 402, 529, 1013, 1087, 2812, 4104, 4108, 4112, 4121, 4145, 8117, 8120, 8155,
          8158, 8144, 8145, 911, 916);

  static ErrorEffect of(SqlException error, boolean xactAbort) {
    int number = error.sqlMessage().number();
    if (ENDS_TRANSACTION.contains(number) || xactAbort || error.sqlMessage().severity() >= 20) {
      return TRANSACTION;
    }
    return ENDS_BATCH.contains(number) ? BATCH : STATEMENT;
  }
}
