package io.strandline.checks.bench;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Iterator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The rows that the stand-in is measured with: made from their number, the same each time. */
final class BenchRows {

  private static final LocalDateTime START = LocalDateTime.of(2013, 1, 1, 5, 15);

  /** Eight columns that make twelve of a change table with four of its own. */
  static final String EIGHT =
      "id bigint NOT NULL PRIMARY KEY, quantity int NOT NULL, name nvarchar(50) NULL, remark"
          + " varchar(100) NULL, price decimal(18, 4) NULL, at datetime2(7) NULL, active bit NULL,"
          + " ratio float NULL";

  /** Twelve columns. */
  static final String TWELVE =
      EIGHT
          + ", code varchar(20) NULL, weight decimal(9, 2) NULL, changed datetime2(3) NULL, day"
          + " date NULL";

  private BenchRows() {}

  /** Rows of the first {@code columns} columns with the ids from {@code first} on. */
  static Iterator<@Nullable Object[]> of(long first, long count, int columns) {
    return LongStream.range(first, first + count).mapToObj(id -> row(id, columns)).iterator();
  }

  private static @Nullable Object[] row(long id, int columns) {
    LocalDateTime at = START.plusSeconds(id).plusNanos(id % 10_000_000 * 100);
    @Nullable Object[] all = {
      id,
      (int) (id % 1_000),
      "customer number " + id % 100_000,
      id % 10 == 0 ? null : "remark on order " + id,
      BigDecimal.valueOf(id * 37 % 100_000_000, 4),
      at,
      id % 3 == 0,
      id / 7.0,
      "C" + id % 5_000,
      BigDecimal.valueOf(id % 1_000_000, 2),
      at.withNano((int) (id % 1_000) * 1_000_000),
      at.toLocalDate()
    };
    @Nullable Object[] row = new @Nullable Object[columns];
    System.arraycopy(all, 0, row, 0, columns);
    return row;
  }
}
