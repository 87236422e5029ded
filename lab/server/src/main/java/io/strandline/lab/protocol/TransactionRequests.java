package io.strandline.lab.protocol;

import io.strandline.lab.protocol.RequestRunner.Finished;
import io.strandline.lab.protocol.RequestRunner.Outcome;
import io.strandline.lab.session.SqlRequest;
import io.strandline.lab.wire.ProtocolException;
import io.strandline.lab.wire.WireReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transaction manager requests: begin, save, commit and rollback of local transactions.
 *
 * <p>A begin may set the isolation level, a commit or rollback may begin the next transaction. The
 * names of a begin and a commit are read over, as COMMIT ignores its own (documented).
 */
final class TransactionRequests {

  private static final int BEGIN = 5;
  private static final int COMMIT = 7;
  private static final int ROLLBACK = 8;
  private static final int SAVE = 9;

  private static final String[] LEVELS = {
    "", "READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE", "SNAPSHOT"
  };

  private final RequestRunner runner;

  TransactionRequests(RequestRunner runner) {
    this.runner = runner;
  }

  Finished run(WireReader in) {
    int type = in.u16();
    return switch (type) {
      case BEGIN -> begin(in);
      case COMMIT -> end(new SqlRequest.Commit(), in);
      case ROLLBACK -> end(new SqlRequest.Rollback(), in);
      case SAVE -> save(name(in));
      default -> throw Refusals.unsupported("Transaction manager request " + type);
    };
  }

  private Finished begin(WireReader in) {
    Finished leveled = level(in);
    return leveled == null ? runner.run(new SqlRequest.Begin(), false) : leveled;
  }

  /** Sets the isolation level; returns how that ended unless it ended well. */
  private @Nullable Finished level(WireReader in) {
    int level = in.u8();
    name(in);
    if (level >= LEVELS.length) {
      throw new ProtocolException("isolation level " + level);
    }
    if (level == 0) {
      return null;
    }
    return failure(text("SET TRANSACTION ISOLATION LEVEL " + LEVELS[level]));
  }

  /** The byte before a name counts bytes, as clients write it (read in tedious and mssql-tds). */
  private static String name(WireReader in) {
    return in.utf16(in.u8() / 2);
  }

  private static String quoted(String name) {
    return "[" + name.replace("]", "]]") + "]";
  }

  private Finished text(String sql) {
    return runner.run(new SqlRequest.Text(sql, List.of()), false);
  }

  private Finished save(String name) {
    if (name.isEmpty()) {
      throw Refusals.badSyntax("SAVE TRANSACTION");
    }
    return text("SAVE TRANSACTION " + quoted(name));
  }

  private Finished end(SqlRequest request, WireReader in) {
    String name = name(in);
    boolean beginsNext = in.remaining() > 0 && (in.u8() & 1) != 0;
    boolean named = request instanceof SqlRequest.Rollback && !name.isEmpty();
    Finished ended =
        named ? text("ROLLBACK TRANSACTION " + quoted(name)) : runner.run(request, false);
    if (!beginsNext) {
      return ended;
    }
    Finished failed = failure(ended);
    return failed == null ? begin(in) : failed;
  }

  private static @Nullable Finished failure(Finished finished) {
    if (finished.outcome() != Outcome.COMPLETE || finished.sink().lastFailed()) {
      return finished;
    }
    finished.sink().finishPart();
    return null;
  }
}
