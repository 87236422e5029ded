package io.strandline.cli;

import io.strandline.change.ColumnType;
import io.strandline.change.TableColumn;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Offset;
import io.strandline.port.BronzeTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.state.LastBatch;
import io.strandline.state.SourceIdentity;
import io.strandline.state.StreamState;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** A bronze table that a stream has made and read up to an offset. */
public final class MadeTable {

  /** The newest batch that its state knows. */
  static final long BATCH = 5;

  private MadeTable() {}

  /** Makes the table of a warehouse, whose history begins at an instant, and returns its id. */
  public static String of(
      TableStore store, Path warehouse, String name, Offset read, Instant since) {
    BronzeTable table =
        store.bronze(
            new TableLocations(
                warehouse.resolve(name).toString(),
                warehouse.resolve("strandline_facts").toString(),
                warehouse.resolve("strandline_control").toString(),
                warehouse.toString()));
    table.create(
        List.of(new TableColumn("id", ColumnType.of(ColumnType.Kind.INT))),
        tableId ->
            new StreamState(
                "app",
                tableId,
                0,
                BATCH,
                "attempt",
                read,
                ZoneOffset.UTC,
                LocalDateTime.ofInstant(read.commitTs(), ZoneOffset.UTC),
                ZoneOffset.UTC,
                new SourceIdentity(Optional.empty(), "sales", Optional.empty(), 1001, List.of()),
                Optional.empty(),
                read.lsn(),
                since,
                Optional.empty(),
                Optional.of(
                    LastBatch.of(FactsRow.empty().with(FactsColumn.BATCH_ID, BATCH), List.of()))));
    return table.head().id().orElseThrow();
  }
}
