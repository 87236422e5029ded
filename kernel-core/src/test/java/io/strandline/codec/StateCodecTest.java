package io.strandline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.check.Property;
import io.strandline.facts.Event;
import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.lsn.Lsns;
import io.strandline.state.LastBatch;
import io.strandline.state.States;
import io.strandline.state.StreamState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateCodecTest {

  private static final StreamState CREATED = States.created("table-1");
  private static final StreamState BATCH =
      States.next(CREATED, "attempt-1", Lsns.lsn(0x200), Instant.parse("2026-05-04T09:15:30.003Z"));

  @Test
  void everyStateRoundTrips() {
    Property.forAll(
        States::any,
        state -> assertThat(StateCodec.read(StateCodec.write(state))).isEqualTo(state));
  }

  @Test
  void aNewTablesDocumentIsTheGoldenOne() throws IOException {
    String golden = golden("state-created.json");

    assertThat(StateCodec.write(CREATED)).isEqualTo(golden);
    assertThat(StateCodec.read(golden)).isEqualTo(CREATED);
  }

  @Test
  void aBatchsDocumentIsTheGoldenOne() throws IOException {
    String golden = golden("state-batch.json");

    assertThat(StateCodec.write(withEvent(BATCH, "a gap"))).isEqualTo(golden);
    assertThat(StateCodec.read(golden)).isEqualTo(withEvent(BATCH, "a gap"));
  }

  @Test
  void theLargestStateFits() {
    List<FactsRow> events =
        Collections.nCopies(LastBatch.MAX_EVENTS, event("漢".repeat(LastBatch.MAX_TEXT)));
    StreamState state = with(BATCH, events);

    assertThat(StateCodec.write(state).getBytes(StandardCharsets.UTF_8).length)
        .isLessThanOrEqualTo(StateCodec.MAX_BYTES);
  }

  @Test
  void anUnknownKeyIsPassedOver() throws IOException {
    String newer = golden("state-created.json").replaceFirst("\\{", "{\"later\":{\"x\":1},");

    assertThat(StateCodec.read(newer)).isEqualTo(CREATED);
  }

  @Test
  void aNewerFormatIsRefused() throws IOException {
    String newer = golden("state-created.json").replace("\"format\":1", "\"format\":2");

    assertThatThrownBy(() -> StateCodec.read(newer))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("format 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"app_id\"",
        "\"table_id\"",
        "\"generation\"",
        "\"batch_id\"",
        "\"attempt\"",
        "\"offset\"",
        "\"lsn\"",
        "\"commit_ts\"",
        "\"clock\"",
        "\"zone\"",
        "\"local\"",
        "\"utc_offset\"",
        "\"source\"",
        "\"database\"",
        "\"source_object_id\"",
        "\"instances\"",
        "\"created\"",
        "\"first_start_lsn\"",
        "\"highest_max_lsn\"",
        "\"lossless_since\""
      })
  void aMissingKeyIsNamed(String key) throws IOException {
    String document = golden("state-created.json").replace(key + ":", "\"gone\":");
    String once = document.replaceFirst("\"gone\":", "\"gone1\":");

    assertThatThrownBy(() -> StateCodec.read(once))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining(key.replace("\"", "'").replace("'", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "null", "{", "{\"format\":1} x", "{\"format\":1,\"format\":1}"})
  void whatIsNoDocumentIsRefused(String text) {
    assertThatThrownBy(() -> StateCodec.read(text)).isInstanceOf(MalformedDocumentException.class);
  }

  @Test
  void userMetadataMarksTheCommitAndHoldsTheBatchsFacts() {
    String json = FactsCodec.userMetadata(BATCH.lastBatch().orElseThrow());

    assertThat(json)
        .isEqualTo(
            "{\"strandline\":\"batch\",\"batch\":{\"table_id\":\"table-1\",\"app_id\":\"app-1\","
                + "\"generation\":0,\"batch_id\":0,\"rows\":3,"
                + "\"end_lsn\":\"0x00000000000000000200\","
                + "\"end_commit_ts\":\"2026-05-04T09:15:30.003Z\","
                + "\"capture_lag_seconds\":1.5},\"events\":[]}");
  }

  private static StreamState withEvent(StreamState state, String text) {
    return with(state, List.of(event(text)));
  }

  private static FactsRow event(String text) {
    return FactsRow.empty()
        .with(FactsColumn.EVENT, Event.DATA_SKIPPED.text())
        .with(FactsColumn.DETAIL, text);
  }

  private static StreamState with(StreamState state, List<FactsRow> events) {
    LastBatch facts =
        new LastBatch(state.lastBatch().orElseThrow().batch(), events, Optional.empty());
    return new StreamState(
        state.appId(),
        state.tableId(),
        state.generation(),
        state.batchId(),
        state.attempt(),
        state.offset(),
        state.zone(),
        state.local(),
        state.utcOffset(),
        state.source(),
        state.anchor(),
        state.highestMaxLsn(),
        state.losslessSince(),
        state.snapshot(),
        Optional.of(facts));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = StateCodecTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
