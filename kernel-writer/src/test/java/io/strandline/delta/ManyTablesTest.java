package io.strandline.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.port.ControlTable;
import io.strandline.verdict.ControlRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The control table under many tables and processes. */
class ManyTablesTest {

  private static final int TABLES = 1000;
  private static final int PROCESSES = 4;
  private static final int OVERLAP = 20;
  private static final int ROUNDS = Integer.getInteger("strandline.control.rounds", 1);

  @TempDir Path warehouse;
  @TempDir Path output;

  /** Neighbours share some tables, of which the later process has the later verdicts. */
  @Test
  void aThousandTablesAdvanceFromFourProcessesAtOnce() throws Exception {
    int share = TABLES / PROCESSES;
    try (JavaProcesses processes = new JavaProcesses(output)) {
      for (int i = 0; i < PROCESSES; i++) {
        processes.start(
            ControlProcess.class,
            warehouse.toString(),
            String.valueOf(Math.max(0, i * share - OVERLAP)),
            String.valueOf((i + 1) * share),
            "64",
            String.valueOf(i + 1),
            String.valueOf(i + ROUNDS));
      }
      processes.awaitSuccess();
    }

    List<ControlRow> expected = new ArrayList<>();
    for (int table = 0; table < TABLES; table++) {
      int last = Math.min(PROCESSES - 1, (table + OVERLAP) / share);
      expected.add(ControlProcess.row(table, last + ROUNDS));
    }
    expected.sort(Comparator.comparing(ControlRow::tableName));
    ControlTable control = TestStore.open().control(Samples.locations(warehouse));
    assertThat(control.all()).isEqualTo(expected);
    PlainReader reader = new PlainReader(warehouse.resolve("strandline_control"));
    assertThat(reader.files()).hasSize(TABLES);
    assertThat(reader.rows()).hasSize(TABLES);
  }
}
