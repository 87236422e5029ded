package io.strandline.checks.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.lab.FlightsLab;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.checks.scene.Scene;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.InstanceView;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.sqlserver.FetchLimits;
import io.strandline.sqlserver.SqlServerSource;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The changes of one transaction come in their order, however often they are read. */
final class TransactionOrderTest {

  private static final int READS = 20;
  private static final String ORDER =
      "ORDER BY c.[__$start_lsn], c.[__$command_id], c.[__$seqval], c.[__$operation]";

  @TempDir Path folder;

  @Test
  void b10EveryReadGivesTheOrderOfCommandSeqvalAndOperation() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"))) {
      scene.insert(1, 2, 3);
      Lsn before = scene.newest().lsn();
      scene.lab.run(
          "BEGIN TRAN;"
              + " UPDATE dbo.flights SET status = N'late' WHERE flight_id IN (1, 2, 3);"
              + " UPDATE dbo.flights SET flight_id = 9 WHERE flight_id = 2;"
              + " COMMIT");
      scene.lab.capture().drain();
      LsnRange range = new LsnRange(before, scene.newest().lsn());
      List<ChangeRow> expected =
          ChangeRow.of(scene.lab.changes()).stream()
              .filter(row -> row.lsn().compareTo(before.toString()) > 0)
              .toList();
      assertThat(expected).isSorted();
      assertThat(expected)
          .extracting(row -> row.operation() + " " + row.values().get(0))
          .containsExactly("3 1", "4 1", "3 2", "4 2", "3 3", "4 3", "1 2", "2 9");
      assertThat(expected.stream().map(ChangeRow::lsn).distinct()).hasSize(1);
      assertThat(expected.stream().map(ChangeRow::commandId).distinct()).hasSize(2);

      for (int read = 0; read < READS; read++) {
        FetchLimits limits = new FetchLimits(1 + read % expected.size(), 8L << 20, 1);
        try (SqlServerSource source = SqlServerSource.open(scene.config().withFetch(limits))) {
          InstanceView view =
              source
                  .poll(new PollRequest(FlightsLab.INSTANCE, Lsn.ZERO))
                  .instance(FlightsLab.INSTANCE)
                  .orElseThrow();
          assertThat(Reading.of(source, ReadRequest.of(view.instance(), range)).rows())
              .isEqualTo(expected);
        }
      }
      // The stand-in would keep its own order where a statement leaves it open; SQL Server may not.
      assertThat(scene.log.texts())
          .filteredOn(text -> text.contains("c.[__$seqval]"))
          .hasSize(READS)
          .allMatch(text -> text.contains(ORDER));
    }
  }
}
