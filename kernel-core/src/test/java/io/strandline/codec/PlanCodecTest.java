package io.strandline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ColumnType;
import io.strandline.change.DdlChange;
import io.strandline.change.TableColumn;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.lsn.Lsns;
import io.strandline.lsn.Offset;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.Gap;
import io.strandline.plan.LeftOut;
import io.strandline.plan.PlanDocument;
import io.strandline.plan.SchemaHistory;
import io.strandline.plan.SourceSeen;
import io.strandline.plan.Split;
import io.strandline.plan.SplitResult;
import io.strandline.plan.SplitTally;
import io.strandline.port.FileDocument;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SourceIdentity;
import io.strandline.time.CarriedClock;
import io.strandline.time.ClockRegression;
import io.strandline.time.CommitsAhead;
import io.strandline.time.MappedCommit;
import io.strandline.time.StepBack;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The documents of scale-out, with every field that they can have. */
class PlanCodecTest {

  private static final LocalDateTime LOCAL = LocalDateTime.parse("2026-05-04T05:15:30.003");
  private static final Instant TS = Instant.parse("2026-05-04T09:15:30.003Z");
  private static final CarriedClock CLOCK = new CarriedClock(TS, LOCAL, ZoneOffset.ofHours(-4));
  private static final List<TableColumn> COLUMNS =
      List.of(
          new TableColumn("id", ColumnType.of(ColumnType.Kind.INT)),
          new TableColumn("Preço \"net\"", ColumnType.decimal(38, 4)));

  private static final PlanDocument PLAN =
      new PlanDocument(
          "plan-1",
          "sales/orders",
          new PlanDocument.Start("table-1", "orders", 2, 41, "attempt-41", offset(0x100)),
          PlanDocument.hash(COLUMNS),
          new BatchPlan(
              range(0x100, 0x300),
              new MappedCommit(Lsns.lsn(0x300), LOCAL),
              CLOCK,
              List.of(new StepBack(Lsns.lsn(0x110), Lsns.lsn(0x120), LOCAL, LOCAL.minusSeconds(3))),
              Optional.of(
                  new CommitsAhead(
                      LOCAL,
                      2,
                      new MappedCommit(Lsns.lsn(0x130), LOCAL),
                      List.of(new MappedCommit(Lsns.lsn(0x12F), LOCAL)))),
              List.of(new ClockRegression(Lsns.lsn(0x120), TS.minusSeconds(3), TS)),
              List.of(split(0, 0x100, 0x200), split(1, 0x200, 0x300)),
              COLUMNS,
              new SchemaHistory(
                  List.of(new DdlChange(Lsns.lsn(0x140), LOCAL, "ALTER TABLE dbo.orders …", true)),
                  List.of(
                      new SchemaHistory.Switch(
                          "dbo_orders",
                          "dbo_orders2",
                          Lsns.lsn(0x150),
                          List.of("note"),
                          SchemaHistory.Switch.Kind.NEWER_SEEN_LATE)),
                  new LeftOut(List.of("b"), List.of("a"))),
              List.of(
                  new BatchPlan.PlannedGap(
                      new Gap(
                          "dbo_orders",
                          Lsns.lsn(0x101),
                          Lsns.lsn(0x105),
                          Optional.of(LOCAL),
                          "purged"),
                      TS)),
              TS,
              new SourceSeen(
                  new SourceIdentity(
                      Optional.empty(),
                      "sales",
                      Optional.of("guid"),
                      7,
                      List.of(new InstanceIdentity("dbo_orders", LOCAL, Lsns.lsn(0x10)))),
                  Lsns.lsn(0x400),
                  TS,
                  TS.plusSeconds(5)),
              List.of("look"),
              Optional.of(TS.minusSeconds(9))),
          new PlanDocument.Call(
              TS,
              Duration.ofMillis(12),
              List.of("look"),
              List.of(FactsRow.empty().with(FactsColumn.EVENT, "schema_change"))));

  private static final SplitResult RESULT =
      new SplitResult(
          "plan-1",
          "table-1",
          PlanDocument.hash(COLUMNS),
          1,
          "dbo_orders",
          range(0x200, 0x300),
          6,
          new SplitTally(
              List.of(0L, 1L, 3L, 1L, 1L),
              420,
              Optional.of(Lsns.lsn(0x201)),
              Optional.of(Lsns.lsn(0x300)),
              Optional.of(TS),
              Optional.of(TS.plusMillis(3))),
          Lsns.lsn(0x90),
          Duration.ofMillis(1_500),
          List.of(new FileDocument("part-1.parquet", 900, 1_777_000_000_000L, 6, "ab12")));

  @Test
  void aPlansDocumentIsTheGoldenOne() throws IOException {
    assertThat(PlanCodec.write(PLAN)).isEqualTo(golden("plan.json"));
    assertThat(PlanCodec.read(golden("plan.json"))).isEqualTo(PLAN);
  }

  @Test
  void aResultsDocumentIsTheGoldenOne() throws IOException {
    assertThat(SplitResultCodec.write(RESULT)).isEqualTo(golden("split-result.json"));
    assertThat(SplitResultCodec.read(golden("split-result.json"))).isEqualTo(RESULT);
  }

  @Test
  void aDocumentOfAnotherKindIsRefused() {
    assertThatThrownBy(() -> PlanCodec.read(SplitResultCodec.write(RESULT)))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("kind 'split_result'");
    assertThatThrownBy(() -> SplitResultCodec.read(PlanCodec.write(PLAN)))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("kind 'plan'");
  }

  @Test
  void aNewerFormatIsRefused() {
    assertThatThrownBy(
            () -> PlanCodec.read(PlanCodec.write(PLAN).replace("\"format\":1", "\"format\":2")))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("format 2");
  }

  private static Split split(int number, int from, int until) {
    CaptureInstance instance =
        new CaptureInstance(
            "dbo_orders",
            "dbo",
            "orders",
            7,
            Optional.of(Lsns.lsn(0x10)),
            LOCAL,
            List.of(
                CapturedColumn.of("id", 1, "int", Optional.of(ColumnType.of(ColumnType.Kind.INT))),
                new CapturedColumn(
                    "place", 2, 3, "geography", Optional.empty(), true, Optional.of("Latin1"))));
    return new Split(number, instance, COLUMNS, range(from, until), 6, Lsns.lsn(from), CLOCK);
  }

  private static LsnRange range(int from, int until) {
    return new LsnRange(Lsns.lsn(from), Lsns.lsn(until));
  }

  private static Offset offset(int lsn) {
    Lsn at = Lsns.lsn(lsn);
    return new Offset(at, TS);
  }

  private static String golden(String name) throws IOException {
    try (InputStream file = PlanCodecTest.class.getResourceAsStream(name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
