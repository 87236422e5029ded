package io.strandline.checks.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import io.strandline.error.DataLossException;
import io.strandline.error.SourceUnavailableException;
import io.strandline.explain.Explanation;
import io.strandline.explain.Reason;
import io.strandline.explain.ReasonCode;
import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.Fault;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.report.IngestReport;
import io.strandline.sqlserver.RetryPolicy;
import io.strandline.sqlserver.Secret;
import io.strandline.sqlserver.SqlServerConfig;
import io.strandline.stream.Stream;
import io.strandline.verdict.Finality;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why hours are not final, asked of the lab and of real tables; nothing is ever written. */
final class ExplainTest {

  private static final Instant FIVE = Instant.parse("2013-01-01T05:00:00Z");
  private static final Instant SIX = Instant.parse("2013-01-01T06:00:00Z");
  private static final Duration ENTRY = Duration.ofMinutes(5);

  @TempDir Path folder;
  private Scene scene;
  private Stream stream;

  /** The table has read up to 05:56, and it is 06:01. */
  @BeforeEach
  void begin() {
    scene = Scene.at(folder, FIVE.plusSeconds(60));
    for (int i = 0; i < 11; i++) {
      scene.idle(ENTRY);
    }
    stream = scene.stream();
    stream.ingest();
    scene.lab.clock().advance(ENTRY);
  }

  @AfterEach
  void end() {
    scene.close();
  }

  private Explanation explain(Stream asked, Instant start) {
    Map<String, Long> before = scene.listing();
    Explanation explanation = asked.explain(start, start.plus(Duration.ofHours(1)));
    assertThat(scene.listing()).isEqualTo(before);
    assertThat(explanation.finality())
        .isEqualTo(asked.isFinal(start, start.plus(Duration.ofHours(1))));
    return explanation;
  }

  private Reason only(Instant start) {
    Explanation explanation = explain(stream, start);
    assertThat(explanation.finality()).isEqualTo(Finality.OPEN);
    assertThat(explanation.reasons()).as(explanation.sentence()).hasSize(1);
    return explanation.reasons().get(0);
  }

  @Test
  void anIdleSourceThenOneThatIsAheadThenFinal() {
    scene.log.clear();
    Reason idle = only(FIVE);
    assertThat(idle.code()).isEqualTo(ReasonCode.IDLE_WITHOUT_HEARTBEAT);
    assertThat(idle.until()).contains(Instant.parse("2013-01-01T06:01:00Z"));
    assertThat(scene.log.texts()).hasSize(1);

    scene.idle(Duration.ofSeconds(10));
    Reason behind = only(FIVE);
    assertThat(behind.code()).isEqualTo(ReasonCode.INGESTION_BEHIND);
    assertThat(behind.behind()).contains(Duration.ofSeconds(310));
    assertThat(behind.commits()).hasValue(1);
    stream.ingest();

    scene.log.clear();
    Explanation last = explain(stream, SIX.minus(Duration.ofHours(1)));
    assertThat(last.finality()).isNotEqualTo(Finality.OPEN);
    assertThat(scene.log.texts()).isEmpty();
    assertThat(only(SIX).code()).isEqualTo(ReasonCode.PERIOD_NOT_OVER);
  }

  @Test
  void ingestionBehindBySomeCommits() {
    scene.idle(Duration.ofSeconds(10));
    scene.insert(1);
    scene.insert(2);
    scene.log.clear();

    Reason behind = only(FIVE);

    assertThat(behind.code()).isEqualTo(ReasonCode.INGESTION_BEHIND);
    assertThat(behind.commits()).hasValue(3);
    assertThat(behind.text()).contains("and 3 commits behind");
    assertThat(scene.log.texts()).as("a look and a count").hasSize(2);
  }

  @Test
  void captureThatStopped() {
    scene.commit(1);
    scene.lab.clock().advance(Duration.ofHours(30));

    Reason stalled = only(FIVE);

    assertThat(stalled.code()).isEqualTo(ReasonCode.CAPTURE_STALLED);
    assertThat(stalled.since()).contains(Instant.parse("2013-01-01T05:56:00Z"));
    assertThat(stalled.text()).contains("for 1 d 6 h");
  }

  @Test
  void aPeriodBeforeTheStreamAndOneWithAGap() {
    scene.idle(ENTRY);
    stream.ingest();
    Explanation older = explain(stream, FIVE);
    assertThat(older.reasons()).extracting(Reason::code).containsExactly(ReasonCode.BEFORE_STREAM);

    scene.insert(1);
    scene.idle(Duration.ofMinutes(55));
    scene.insert(2);
    scene.cleanUp(scene.newest().lsn());
    Explanation lost = explain(stream, SIX);
    assertThat(lost.reasons()).extracting(Reason::code).containsExactly(ReasonCode.DATA_LOSS);
    assertThatThrownBy(stream::ingest).isInstanceOf(DataLossException.class);

    scene.idle(Duration.ofMinutes(5));
    Stream skipping = scene.stream(scene.options().set(Option.FAIL_ON_DATA_LOSS, "false"));
    assertThat(skipping.ingest()).isInstanceOf(IngestReport.Committed.class);
    Explanation gap = explain(skipping, SIX);
    assertThat(gap.finality()).isEqualTo(Finality.FINAL_WITH_GAP);
    assertThat(gap.reasons()).extracting(Reason::code).containsExactly(ReasonCode.GAP);
    assertThat(gap.reasons().get(0).since()).contains(Instant.parse("2013-01-01T06:06:00Z"));
  }

  @Test
  void aFirstLoadThatIsNotIn() {
    OptionValues loading =
        scene
            .options()
            .set(Option.TARGET, scene.warehouse.resolve("loaded").toString())
            .set(Option.BOOTSTRAP, "true");
    Stream load = scene.stream(loading);
    assertThat(explain(load, FIVE).reasons())
        .extracting(Reason::code)
        .startsWith(ReasonCode.NO_TABLE);
    scene.faults.add(Fault.on("FROM [dbo].[flights]", new Effect.Kill()).times(100));
    assertThatThrownBy(load::ingest).isInstanceOf(SourceUnavailableException.class);
    scene.faults.clear();

    assertThat(explain(load, FIVE).reasons())
        .extracting(Reason::code)
        .startsWith(ReasonCode.OPEN_SNAPSHOT);
  }

  @Test
  void aSourceThatIsNotThere() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    SqlServerConfig nowhere =
        SqlServerConfig.of(
                "jdbc:sqlserver://localhost:" + port + ";databaseName=flights",
                "reader",
                new Secret("none"))
            .withRetry(new RetryPolicy(0, Duration.ofMillis(1)));

    Explanation explanation =
        explain(scene.stream(scene.options(), nowhere, InstantSource.system()), FIVE);

    assertThat(explanation.reasons())
        .extracting(Reason::code)
        .containsExactly(ReasonCode.SOURCE_UNREACHABLE, ReasonCode.SOURCE_NOT_ASKED);
    assertThat(explanation.sentence()).contains("has read up to 2013-01-01T05:56:00Z");
  }

  @Test
  void onTheCommandLine() throws IOException {
    Path password = Files.writeString(folder.resolve("password"), scene.lab.readerPassword());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();

    int code =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            "explain",
            "--url",
            scene.lab.url(),
            "--user",
            "reader",
            "--password-file",
            password.toString(),
            "--capture-instance",
            "dbo_flights",
            "--target",
            scene.warehouse.resolve("flights").toString(),
            "--from",
            "2013-01-01T05:00Z",
            "--until",
            "2013-01-01T06:00Z",
            "--json");

    assertThat(code).as(err.toString()).isEqualTo(3);
    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .contains(
            "\"status\":\"open\"",
            "\"code\":\"idle_without_heartbeat\"",
            "\"until\":\"2013-01-01T06:01:00Z\"");
  }
}
