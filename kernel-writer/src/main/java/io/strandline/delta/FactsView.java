package io.strandline.delta;

import io.delta.kernel.types.StructType;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.delta.kernel.KernelTypes;
import io.strandline.delta.kernel.TableScan;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsOrder;
import io.strandline.facts.FactsRow;
import io.strandline.port.FactsTable;
import io.strandline.verdict.Periods;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The facts at one version.
 *
 * <p>Rows are looked for file by file, newest files first by what the log tells of them, until no
 * further file can hold a newer row. So a table's newest rows cost a file each, however many years
 * of them there are.
 *
 * @param location for errors
 * @param snapshot empty if there is no table
 */
record FactsView(TableScan scan, Location location, Optional<DeltaSnapshot> snapshot)
    implements FactsTable.View {

  private static final StructType SCHEMA = KernelTypes.schema(DeltaFactsTable.COLUMNS);

  @Override
  public long newestBatch(String tableId, String appId) {
    String transaction = DeltaFactsTable.transaction(tableId, appId);
    return snapshot
        .flatMap(there -> Failures.reading(location, () -> there.transaction(transaction)))
        .orElse(-1L);
  }

  @Override
  public List<FactsRow> history(String target, Instant since, int most) {
    return Failures.reading(
        location, () -> newest(files(since).of(target), of(target, since), most));
  }

  @Override
  public List<FactsRow> latest(Set<String> targets, Instant since) {
    return Failures.reading(
        location,
        () -> {
          List<FactsRow> latest = new ArrayList<>();
          FactsFiles files = files(since);
          for (String target : targets) {
            List<FactsFile> own = files.of(target);
            Predicate<FactsRow> wanted = of(target, since);
            List<FactsFile> batches = own.stream().filter(FactsFile::mayHoldBatches).toList();
            List<FactsFile> events = own.stream().filter(FactsFile::mayHoldEvents).toList();
            latest.addAll(newest(batches, wanted.and(row -> !FactsOrder.isEvent(row)), 1));
            latest.addAll(newest(events, wanted.and(FactsOrder::isEvent), 1));
          }
          return latest;
        });
  }

  private FactsFiles files(Instant since) {
    if (snapshot.isEmpty()) {
      return FactsFiles.of(List.of());
    }
    Instant from =
        since.isBefore(Instant.EPOCH)
            ? Instant.EPOCH
            : since.isAfter(Periods.LAST) ? Periods.LAST : since;
    return FactsFiles.of(
        scan
            .filesSince(
                snapshot.get(), SCHEMA, FactsColumn.WRITTEN_AT.columnName(), RowTable.micros(from))
            .stream()
            .map(FactsFile::of)
            .toList());
  }

  private static Predicate<FactsRow> of(String target, Instant since) {
    return row ->
        FactsOrder.target(row).filter(target::equals).isPresent()
            && !FactsOrder.writtenAt(row).isBefore(since);
  }

  /** The newest rows of files, which are in the order of their newest. */
  private static List<FactsRow> newest(
      List<FactsFile> files, Predicate<FactsRow> wanted, int most) {
    List<FactsRow> newest = new ArrayList<>();
    for (FactsFile file : files) {
      boolean full = newest.size() >= most;
      if (full && FactsOrder.writtenAt(newest.get(most - 1)).isAfter(file.lastWritten())) {
        break;
      }
      file.rows().stream().filter(wanted).forEach(newest::add);
      newest.sort(FactsOrder.NEWEST_FIRST);
      newest.subList(Math.min(most, newest.size()), newest.size()).clear();
    }
    return newest;
  }
}
