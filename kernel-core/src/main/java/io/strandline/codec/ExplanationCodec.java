package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.explain.Explanation;
import io.strandline.explain.Reason;
import java.time.Instant;
import java.util.Locale;

/** Explanations as JSON; instants in ISO 8601 UTC, spans in seconds. */
public final class ExplanationCodec {

  private static final double MILLIS_PER_SECOND = 1000;

  private ExplanationCodec() {}

  /** The document of an explanation. */
  public static String write(Explanation explanation) {
    ObjectNode node = Json.object().put("table", explanation.table());
    node.put("from", explanation.start().toString()).put("until", explanation.end().toString());
    node.put("status", explanation.finality().name().toLowerCase(Locale.ROOT));
    node.put("finalized_until", explanation.finalizedUntil().map(Instant::toString).orElse(null));
    node.put("lossless_since", explanation.losslessSince().map(Instant::toString).orElse(null));
    ArrayNode reasons = node.putArray("reasons");
    explanation.reasons().forEach(reason -> reasons.add(reason(reason)));
    return Json.text(node.put("sentence", explanation.sentence()));
  }

  private static ObjectNode reason(Reason reason) {
    ObjectNode node = Json.object().put("code", reason.code().text()).put("text", reason.text());
    if (!reason.remedy().isEmpty()) {
      node.put("remedy", reason.remedy());
    }
    reason.since().ifPresent(since -> node.put("since", since.toString()));
    reason.until().ifPresent(until -> node.put("until", until.toString()));
    reason.behind().ifPresent(by -> node.put("behind_seconds", by.toMillis() / MILLIS_PER_SECOND));
    reason.commits().ifPresent(count -> node.put("commits", count));
    return node;
  }
}
