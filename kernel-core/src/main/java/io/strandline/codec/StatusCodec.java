package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.status.TableStatus;
import io.strandline.verdict.ControlRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The status of tables as JSON; what is not known is null. */
public final class StatusCodec {

  private static final double MILLIS_PER_SECOND = 1000;

  private StatusCodec() {}

  /** The document {@code {"as_of":…,"tables":[…]}}; {@code as_of} is null without tables. */
  public static String write(List<TableStatus> tables) {
    ObjectNode node = Json.object();
    node.put("as_of", tables.stream().findFirst().map(t -> t.asOf().toString()).orElse(null));
    ArrayNode array = node.putArray("tables");
    tables.forEach(table -> array.add(table(table)));
    return Json.text(node);
  }

  private static ObjectNode table(TableStatus status) {
    ControlRow row = status.row();
    ObjectNode node = Json.object().put("table", row.tableName());
    node.put("group", status.isGroup());
    node.put("table_id", row.tableId()).put("app_id", row.appId());
    node.put("finalized_until", row.finalizedUntil().map(Instant::toString).orElse(null));
    node.put("granularity", row.granularity().text());
    node.put("lossless_since", row.losslessSince().toString());
    node.put("end_lsn", row.end().map(end -> end.lsn().toString()).orElse(null));
    node.put("end_commit_ts", row.end().map(end -> end.commitTs().toString()).orElse(null));
    node.put("verdict_age_seconds", seconds(status.verdictAge()));
    node.put("seconds_since_last_batch", seconds(status.silence()));
    node.put("capture_lag_seconds", status.captureLagSeconds().orElse(null));
    node.put("ingestion_lag_seconds", status.ingestionLagSeconds().orElse(null));
    node.put("retention_headroom_hours", status.headroomHours().orElse(null));
    node.put("retention_headroom_hours_now", status.headroomHoursNow().orElse(null));
    node.set("last_batch", status.lastBatch().map(FactsCodec::row).orElse(null));
    node.set("last_event", status.lastEvent().map(FactsCodec::row).orElse(null));
    return node;
  }

  private static @Nullable Double seconds(Optional<Duration> span) {
    return span.map(there -> there.toMillis() / MILLIS_PER_SECOND).orElse(null);
  }
}
