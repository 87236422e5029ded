package io.strandline.lab.cdc;

import io.strandline.lab.store.SchemaChange;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.TableSchema;
import io.strandline.lab.store.TransactionLog;
import io.strandline.lab.store.Txn;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One transaction's records: positions are taken as rows change, the commit's at the commit. */
final class LogPart implements TransactionLog.Part {

  private final CdcDatabase database;
  private final long id;
  private final Txn txn;
  private final Lsn beginLsn;
  private final LocalDateTime beginTime;
  private final List<LogEntry> entries = new ArrayList<>();

  LogPart(CdcDatabase database, long id, Txn txn, Lsn beginLsn, LocalDateTime beginTime) {
    this.database = database;
    this.id = id;
    this.txn = txn;
    this.beginLsn = beginLsn;
    this.beginTime = beginTime;
  }

  private boolean isKept(boolean tracked) {
    return tracked || database.log().keepsHistory();
  }

  @Override
  public void rowChanged(
      Table table,
      TableSchema schema,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after) {
    Lsn seqval = database.allocator().next();
    boolean tracked = database.isTracked(table);
    if (isKept(tracked)) {
      entries.add(
          new LogEntry.RowChange(table, schema, tracked, seqval, txn.statement(), before, after));
    }
  }

  @Override
  public void schemaChanged(Table table, TableSchema before, String command, SchemaChange change) {
    Lsn lsn = database.allocator().next();
    boolean tracked = database.isTracked(table);
    if (isKept(tracked)) {
      LocalDateTime minute = database.clock().local().truncatedTo(ChronoUnit.MINUTES);
      entries.add(new LogEntry.Definition(table, before, tracked, lsn, command, change, minute));
    }
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public void truncate(int size) {
    entries.subList(size, entries.size()).clear();
  }

  @Override
  public void commit(long number) {
    Lsn commitLsn = database.allocator().commit();
    if (!entries.isEmpty()) {
      Instant now = database.commitTime();
      database
          .log()
          .append(
              new CommittedTxn(
                  id,
                  beginLsn,
                  commitLsn,
                  beginTime,
                  database.local(now),
                  now,
                  List.copyOf(entries)));
    }
  }
}
