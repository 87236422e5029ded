package io.strandline.lab.cdc;

import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowRef;
import io.strandline.lab.store.Table;
import io.strandline.lab.store.Txn;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A database's capture instances and DDL history. Changed under commit numbers, read at any time.
 */
final class Instances {

  /** An instance that was disabled, for a restore to a time before that. */
  private record Retired(CaptureInstance instance, Lsn at, List<DdlHistoryRow> ddlHistory) {}

  private final CdcDatabase database;
  private final List<Retired> retired = new ArrayList<>();
  private volatile List<CaptureInstance> all = List.of();
  private volatile List<DdlHistoryRow> ddlHistory = List.of();

  Instances(CdcDatabase database) {
    this.database = database;
  }

  /** By creation. */
  List<CaptureInstance> all() {
    return all;
  }

  List<DdlHistoryRow> ddlHistory() {
    return ddlHistory;
  }

  /**
   * Enables an instance.
   *
   * <p>Its start is the commit LSN of this very act, which capture later writes to {@code
   * lsn_time_mapping}.
   */
  CaptureInstance enable(CaptureRequest request, int objectId, Txn txn) {
    List<@Nullable Object[]> rows =
        database.log().keepsHistory() ? rowsOf(request.source(), txn) : List.of();
    List<CaptureInstance> made = new ArrayList<>(1);
    database
        .order()
        .publish(
            number -> {
              Lsn begin = database.allocator().next();
              Lsn commit = database.allocator().commit();
              Instant now = database.commitTime();
              LocalDateTime time = database.local(now);
              CaptureInstance instance =
                  new CaptureInstance(request, objectId, commit, time, freeSlot(request.source()));
              add(instance);
              database
                  .log()
                  .append(
                      new CommittedTxn(
                          txn.id(),
                          begin,
                          commit,
                          time,
                          time,
                          now,
                          List.of(
                              new LogEntry.Enabled(instance, request.source().schema(), rows))));
              made.add(instance);
            });
    return made.get(0);
  }

  private int freeSlot(Table table) {
    boolean firstTaken =
        database.instancesOf(table).stream().anyMatch(instance -> instance.slot() == 0);
    return firstTaken ? 1 : 0;
  }

  private void add(CaptureInstance instance) {
    List<CaptureInstance> more = new ArrayList<>(all);
    more.add(instance);
    all = List.copyOf(more);
  }

  private static List<@Nullable Object[]> rowsOf(Table table, Txn txn) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    Table.RefCursor refs = table.refs(new ReadView(ReadView.Mode.COMMITTED, txn, 0));
    for (RowRef row = refs.next(); row != null; row = refs.next()) {
      rows.add(row.stored());
    }
    return rows;
  }

  /**
   * Disables an instance. With the last one of a database the mapping to time is emptied too, which
   * the text of error 22909 tells (documented).
   */
  void disable(CaptureInstance instance) {
    database
        .order()
        .publish(
            number -> {
              if (!all.contains(instance)) {
                return;
              }
              retired.add(new Retired(instance, database.allocator().next(), historyOf(instance)));
              remove(instance);
              if (all.isEmpty()) {
                database
                    .times()
                    .deleteBelow(new Lsn(-1, 0xFFFF), number, database.order().oldestSnapshot());
              }
            });
  }

  private List<DdlHistoryRow> historyOf(CaptureInstance instance) {
    return ddlHistory.stream().filter(row -> row.instance() == instance).toList();
  }

  private void remove(CaptureInstance instance) {
    List<CaptureInstance> left = new ArrayList<>(all);
    left.remove(instance);
    all = List.copyOf(left);
    ddlHistory = ddlHistory.stream().filter(row -> row.instance() != instance).toList();
  }

  void addDdlHistory(List<DdlHistoryRow> rows) {
    if (!rows.isEmpty()) {
      List<DdlHistoryRow> more = new ArrayList<>(ddlHistory);
      more.addAll(rows);
      ddlHistory = List.copyOf(more);
    }
  }

  /** Takes all away. */
  void clear() {
    all = List.of();
    ddlHistory = List.of();
    retired.clear();
  }

  /** Goes back to just after the commit {@code lsn}. */
  void goBackTo(Lsn lsn, long number) {
    long oldest = database.order().oldestSnapshot();
    for (CaptureInstance instance : List.copyOf(all)) {
      if (instance.enabledAt().compareTo(lsn) > 0) {
        remove(instance);
      }
    }
    for (Retired old : List.copyOf(retired)) {
      if (old.at().compareTo(lsn) > 0) {
        retired.remove(old);
        if (old.instance().enabledAt().compareTo(lsn) <= 0) {
          add(old.instance());
          addDdlHistory(old.ddlHistory());
        }
      }
    }
    all.forEach(instance -> instance.changes().deleteAbove(lsn, number, oldest));
    ddlHistory = ddlHistory.stream().filter(row -> row.lsn().compareTo(lsn) <= 0).toList();
  }
}
