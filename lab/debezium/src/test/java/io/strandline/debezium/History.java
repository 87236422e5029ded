package io.strandline.debezium;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.connect.source.SourceRecord;

/** What Debezium told of the workload's tables, beside the bronze tables and the truth. */
final class History {

  private final CdcLab lab;
  private final List<SourceRecord> records;
  private final List<Event> events;
  private final List<Event> streamed;
  private final String snapshotLsn;
  private final List<TableHistory> tables;

  private History(CdcLab lab, Path folder, List<SourceRecord> records) {
    this.lab = lab;
    this.records = records;
    this.events = Event.of(records);
    this.streamed = events.stream().filter(event -> !event.isSnapshot()).toList();
    Set<String> snapshots =
        events.stream()
            .filter(Event::isSnapshot)
            .map(event -> event.change().commitLsn())
            .collect(Collectors.toSet());
    assertThat(snapshots).as("LSN of the snapshot").hasSize(1);
    this.snapshotLsn = snapshots.iterator().next();
    try (Bronze bronze = Bronze.in(folder, lab)) {
      this.tables = Table.ALL.stream().map(table -> table(table, bronze)).toList();
    }
  }

  /** Ingests the tables and compares nothing yet. */
  static History of(CdcLab lab, Path folder, List<SourceRecord> records) {
    return new History(lab, folder, records);
  }

  private TableHistory table(Table table, Bronze bronze) {
    List<Event> own = events.stream().filter(e -> e.table().equals(table.name())).toList();
    return new TableHistory(
        table,
        snapshotLsn,
        own.stream().filter(Event::isSnapshot).map(event -> event.change().after()).toList(),
        own.stream().filter(event -> !event.isSnapshot()).map(Event::change).toList(),
        bronze.ingest(table.instance()),
        Truth.of(lab, table));
  }

  List<TableHistory> tables() {
    return tables;
  }

  TableHistory of(Table table) {
    return tables.stream().filter(t -> t.table().equals(table)).findFirst().orElseThrow();
  }

  /** How many events of each operation there were; a tombstone after every delete. */
  Map<Character, Long> counts() {
    Map<Character, Long> counts =
        events.stream()
            .collect(
                Collectors.groupingBy(event -> event.change().operation(), Collectors.counting()));
    counts.put('t', records.stream().filter(record -> record.value() == null).count());
    return counts;
  }

  /** Commits come in order, over all tables, and a commit's changes in the order of the log. */
  void eventsAreInLogOrder() {
    assertThat(streamed.stream().map(event -> event.change().commitLsn() + event.change().seqval()))
        .isSorted();
  }

  /** An update counts its two rows, any other change its one. */
  void serialsCountTheRows() {
    Map<String, Long> rows = new HashMap<>();
    for (Event event : streamed) {
      Change change = event.change();
      long own = change.operation() == 'u' ? 2 : 1;
      long serial = rows.merge(change.commitLsn() + change.seqval(), own, Long::sum);
      assertThat(event.serial()).as(event.toString()).isEqualTo(serial);
    }
  }

  /** The events' times are the commits' in the mapping, begin or end of the transaction. */
  void timesAreThoseOfTheMapping(String column) {
    Map<String, Long> times = lab.commitTimes(column);
    for (Event event : streamed) {
      assertThat(event.milliseconds())
          .as(event.toString())
          .isEqualTo(times.get(event.change().commitLsn()));
    }
  }

  /** The snapshot of all tables together is the state after one commit, whose LSN this is. */
  String snapshotIsOneState() {
    TreeSet<String> commits = new TreeSet<>();
    commits.add(snapshotLsn);
    tables.forEach(table -> commits.addAll(table.truth().commitsAfter(snapshotLsn)));
    for (String lsn : commits) {
      if (tables.stream().allMatch(table -> table.snapshotIsStateAt(lsn))) {
        return lsn;
      }
    }
    throw new AssertionError("the snapshot is the state after none of " + commits.size());
  }

  /** Whether Debezium told of a row in its snapshot and in its stream. */
  boolean isToldTwice(Table table, List<Object> row) {
    TableHistory history = of(table);
    return history.snapshot().contains(row)
        && history.streamed().stream().map(Change::after).anyMatch(row::equals);
  }
}
