package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.Offset;
import io.strandline.state.InstanceIdentity;
import io.strandline.state.SnapshotState;
import io.strandline.state.SourceIdentity;
import io.strandline.state.StreamState;
import io.strandline.time.MappedCommit;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/** The document {@code strandline.stream}: a stream's state in its bronze table's log. */
public final class StateCodec {

  /** The name of the domain metadata. */
  public static final String DOMAIN = "strandline.stream";

  /** The largest document in bytes of UTF-8. */
  public static final int MAX_BYTES = 32 * 1024;

  private static final int FORMAT = 1;
  private static final String DOCUMENT = "the stream's state";

  private StateCodec() {}

  /** The document of a state. */
  public static String write(StreamState state) {
    ObjectNode node = Json.object().put("format", FORMAT);
    node.put("app_id", state.appId()).put("table_id", state.tableId());
    node.put("generation", state.generation());
    node.put("batch_id", state.batchId()).put("attempt", state.attempt());
    node.putObject("offset")
        .put("lsn", state.offset().lsn().toString())
        .put("commit_ts", state.offset().commitTs().toString());
    node.putObject("clock")
        .put("zone", state.zone().getId())
        .put("local", state.local().toString())
        .put("utc_offset", state.utcOffset().getId());
    node.set("source", source(state.source()));
    state
        .anchor()
        .ifPresent(
            anchor ->
                node.putObject("anchor")
                    .put("lsn", anchor.lsn().toString())
                    .put("local", anchor.local().toString()));
    node.put("highest_max_lsn", state.highestMaxLsn().toString());
    node.put("lossless_since", state.losslessSince().toString());
    state.snapshot().ifPresent(snapshot -> node.set("snapshot", snapshot(snapshot)));
    state.lastBatch().ifPresent(facts -> FactsCodec.writeInto(node.putObject("last_batch"), facts));
    String text = Json.text(node);
    if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalStateException("the state is larger than " + MAX_BYTES + " bytes");
    }
    return text;
  }

  /**
   * The state of a document.
   *
   * @throws MalformedDocumentException if it is none, or of a newer format
   */
  public static StreamState read(String text) {
    Fields fields = Json.read(text, DOCUMENT);
    if (fields.integer("format") != FORMAT) {
      throw new MalformedDocumentException(
          DOCUMENT + " has format " + fields.integer("format") + "; this release reads " + FORMAT);
    }
    Fields offset = fields.object("offset");
    Fields clock = fields.object("clock");
    return new StreamState(
        fields.text("app_id"),
        fields.text("table_id"),
        fields.integer("generation"),
        fields.longInteger("batch_id"),
        fields.text("attempt"),
        new Offset(offset.parsed("lsn", Lsn::parse), offset.parsed("commit_ts", Instant::parse)),
        clock.parsed("zone", ZoneId::of),
        clock.parsed("local", LocalDateTime::parse),
        clock.parsed("utc_offset", ZoneOffset::of),
        source(fields.object("source")),
        fields.optional("anchor", key -> mapped(fields.object(key))),
        fields.parsed("highest_max_lsn", Lsn::parse),
        fields.parsed("lossless_since", Instant::parse),
        fields.optional("snapshot", key -> snapshot(fields.object(key))),
        fields.optional("last_batch", key -> FactsCodec.read(fields.object(key))));
  }

  private static MappedCommit mapped(Fields fields) {
    return new MappedCommit(
        fields.parsed("lsn", Lsn::parse), fields.parsed("local", LocalDateTime::parse));
  }

  private static ObjectNode snapshot(SnapshotState snapshot) {
    return Json.object()
        .put("lsn", snapshot.lsn().toString())
        .put("mode", snapshot.mode().text())
        .put("kind", snapshot.kind().text())
        .put("done", snapshot.done());
  }

  private static SnapshotState snapshot(Fields fields) {
    return new SnapshotState(
        fields.parsed("lsn", Lsn::parse),
        fields.parsed("mode", text -> SnapshotState.Mode.valueOf(text.toUpperCase(Locale.ROOT))),
        fields.parsed("kind", text -> SnapshotState.Kind.valueOf(text.toUpperCase(Locale.ROOT))),
        fields.flag("done"));
  }

  static ObjectNode source(SourceIdentity source) {
    ObjectNode node = Json.object();
    source.server().ifPresent(name -> node.put("server", name));
    node.put("database", source.database());
    source.brokerGuid().ifPresent(guid -> node.put("service_broker_guid", guid));
    node.put("source_object_id", source.sourceObjectId());
    ArrayNode instances = node.putArray("instances");
    for (InstanceIdentity instance : source.instances()) {
      instances
          .addObject()
          .put("name", instance.name())
          .put("created", instance.created().toString())
          .put("first_start_lsn", instance.firstStartLsn().toString());
    }
    return node;
  }

  static SourceIdentity source(Fields fields) {
    return new SourceIdentity(
        fields.optional("server", fields::text),
        fields.text("database"),
        fields.optional("service_broker_guid", fields::text),
        fields.integer("source_object_id"),
        fields.objects("instances").stream().map(StateCodec::instance).toList());
  }

  private static InstanceIdentity instance(Fields fields) {
    return new InstanceIdentity(
        fields.text("name"),
        fields.parsed("created", LocalDateTime::parse),
        fields.parsed("first_start_lsn", Lsn::parse));
  }
}
