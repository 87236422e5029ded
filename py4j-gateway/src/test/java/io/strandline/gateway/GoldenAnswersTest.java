package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.strandline.codec.ExplanationCodec;
import io.strandline.codec.FindingsCodec;
import io.strandline.codec.GroupReportCodec;
import io.strandline.codec.ReportCodec;
import io.strandline.codec.Response;
import io.strandline.codec.StatusCodec;
import io.strandline.doctor.Check;
import io.strandline.doctor.Finding;
import io.strandline.error.CancelledException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.explain.Explanation;
import io.strandline.explain.Reason;
import io.strandline.explain.ReasonCode;
import io.strandline.report.Adopted;
import io.strandline.report.GroupReport;
import io.strandline.report.IngestReport;
import io.strandline.report.Planned;
import io.strandline.report.RowsRead;
import io.strandline.status.TableStatus;
import io.strandline.verdict.Finality;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is written is what the examples say, which clients in other languages read. */
class GoldenAnswersTest {

  private static final String CALL_ID = "8b7c4f0e-3b57-4a9e-8f3d-0a4b6f2f3c11";

  private static void assertWritten(String response, String example) {
    JsonNode expected = Protocol.example(example).get("response");
    assertThat(Protocol.json(response)).isEqualTo(expected);
  }

  private static void assertResult(String result, String example) {
    assertWritten(Response.done(result), example);
  }

  @Test
  void reports() {
    assertResult(ReportCodec.report(Sample.committed()), "ingest");
    assertResult(ReportCodec.report(Sample.committed()), "poll");
    assertResult(ReportCodec.reports(List.of(Sample.committed(), Sample.idle())), "ingest_all");
    assertResult(ReportCodec.report(Sample.loaded()), "snapshot");
    assertResult(Response.planned(new Planned.Nothing(Sample.idle())), "plan-nothing");
    assertResult(
        ReportCodec.report(new IngestReport.DoneByAnother(Sample.status(Sample.END, Sample.UNTIL))),
        "commit");
  }

  @Test
  void callsThatRunOrFailed() {
    RowsRead read = new RowsRead(120_000, OptionalLong.of(500_000), Duration.ofSeconds(30));
    assertWritten(Response.running(CALL_ID, read, 0), "ingest-running");
    assertWritten(Response.failed(Sample.loss("dbo_orders"), List.of()), "ingest-failed");
    assertWritten(
        Response.failed(
            new SourceUnavailableException(
                "the connection to db.example.net was lost",
                "Call again: the next call reads from the same start."),
            List.of(Sample.committed())),
        "ingest_all-failed");
    assertWritten(
        Response.failed(
            new CancelledException("the call was interrupted", "call again if it is still wanted"),
            List.of()),
        "poll-cancelled");
  }

  @Test
  void adoptionsAndGroups() {
    assertResult(
        ReportCodec.adopted(
            Optional.of(
                new Adopted(
                    "orders",
                    List.of("source db1.shop instead of db0.shop"),
                    Sample.OFFSET,
                    Sample.COMMITTED_AT))),
        "adopt");
    GroupReport group =
        new GroupReport(
            "shop",
            List.of(
                new GroupReport.Member(
                    "orders", "dbo_orders", Optional.of(Sample.committed()), Optional.empty()),
                new GroupReport.Member(
                    "lines", "dbo_lines", Optional.empty(), Optional.of(Sample.loss("dbo_lines")))),
            Optional.of(Sample.OFFSET),
            Optional.of(Sample.row(Sample.BEGINNING)),
            Optional.empty());
    assertResult(GroupReportCodec.report(group), "ingest_group");
  }

  @Test
  void verdicts() {
    assertResult(
        ReportCodec.verdict("orders", Optional.of(Sample.row(Sample.BEGINNING))), "verdict");
    assertResult(ReportCodec.verdict("unknown", Optional.empty()), "verdict-none");
    Instant from = Instant.parse("2013-01-01T13:00:00Z");
    assertResult(
        ReportCodec.finality(
            "orders",
            from,
            Sample.UNTIL,
            Finality.FINAL_WITH_GAP,
            Optional.of(Sample.row(Instant.parse("2013-01-01T13:30:00Z")))),
        "is_final");
  }

  @Test
  void explanations() {
    Instant end = Instant.parse("2013-01-01T15:00:00Z");
    Reason reason =
        new Reason(
            ReasonCode.PERIOD_NOT_OVER,
            "the hour is not over at the source",
            "",
            Optional.empty(),
            Optional.of(end),
            Optional.empty(),
            OptionalLong.empty());
    assertResult(
        ExplanationCodec.write(
            new Explanation(
                "orders",
                Sample.UNTIL,
                end,
                Finality.OPEN,
                Optional.of(Sample.UNTIL),
                Optional.of(Sample.BEGINNING),
                List.of(reason),
                "orders is open from 14:00 to 15:00: the hour is not over at the source.")),
        "explain");
  }

  @Test
  void whatPeopleLookAt() {
    assertResult(
        StatusCodec.write(
            List.of(
                new TableStatus(
                    Sample.row(Sample.BEGINNING),
                    Optional.of(Sample.facts()),
                    Optional.empty(),
                    Instant.parse("2013-01-01T14:06:04.400Z")))),
        "status");
    assertResult(
        FindingsCodec.write(
            List.of(
                new Finding(Check.CONNECTION, Finding.Status.OK, "the server answers", ""),
                new Finding(
                    Check.AGENT,
                    Finding.Status.PROBLEM,
                    "SQL Server Agent is not running",
                    "start SQL Server Agent"))),
        "doctor");
  }

  @Test
  void theGatewayItself() {
    assertResult(Response.version("0.1.0", "17.0.15"), "version");
    assertResult(Response.nothing(), "cancel");
    assertResult(Response.nothing(), "shutdown");
    assertThat(
            Protocol.json(
                Response.connection(
                    "127.0.0.1",
                    45123,
                    "q1mXo0Jt3y1a7b9xkz8vH2c4d5e6f7g8h9i0jKLMNOP",
                    4711,
                    "0.1.0")))
        .isEqualTo(Protocol.example("connection"));
  }
}
