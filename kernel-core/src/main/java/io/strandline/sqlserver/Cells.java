package io.strandline.sqlserver;

import io.strandline.lsn.Lsn;
import io.strandline.time.MappedCommit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Locale;
import java.util.Optional;

/** Values of a result set's current row, by column label. */
final class Cells {

  private Cells() {}

  /** An LSN; empty for NULL and for zero, with which the CDC functions say "unknown". */
  static Optional<Lsn> lsn(ResultSet row, String label) throws SQLException {
    byte[] bytes = row.getBytes(label);
    return bytes == null ? Optional.empty() : Optional.of(Lsn.of(bytes)).filter(l -> !l.isZero());
  }

  /** A {@code datetime} at its three digits; empty for NULL. */
  static Optional<LocalDateTime> local(ResultSet row, String label) throws SQLException {
    return Optional.ofNullable(row.getObject(label, LocalDateTime.class)).map(CommitTimes::rounded);
  }

  /** A row of the time mapping in two columns; empty if either is NULL. */
  static Optional<MappedCommit> commit(ResultSet row, String lsn, String time) throws SQLException {
    Optional<Lsn> at = lsn(row, lsn);
    Optional<LocalDateTime> local = local(row, time);
    return at.isPresent() && local.isPresent()
        ? Optional.of(new MappedCommit(at.get(), local.get()))
        : Optional.empty();
  }

  /** A GUID in upper case; empty for NULL. */
  static Optional<String> guid(ResultSet row, String label) throws SQLException {
    return Optional.ofNullable(row.getString(label)).map(text -> text.toUpperCase(Locale.ROOT));
  }
}
