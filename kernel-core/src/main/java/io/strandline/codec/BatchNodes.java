package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.change.CaptureInstance;
import io.strandline.change.TableColumn;
import io.strandline.plan.BatchPlan;
import io.strandline.plan.BatchPlan.PlannedGap;
import io.strandline.plan.Gap;
import io.strandline.plan.SourceSeen;
import io.strandline.plan.Split;
import io.strandline.time.ClockRegression;
import io.strandline.time.CommitsAhead;
import io.strandline.time.StepBack;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A batch's plan as a JSON object. */
final class BatchNodes {

  private static final String INSTANCE = "capture_instance";

  private BatchNodes() {}

  static ObjectNode batch(BatchPlan plan) {
    ObjectNode node = Json.object();
    node.set("range", Values.range(plan.range()));
    node.set("end", Values.mapped(plan.end()));
    node.set("clock", Values.clock(plan.clock()));
    ArrayNode steps = node.putArray("steps_back");
    for (StepBack step : plan.steps()) {
      steps
          .addObject()
          .put("previous", step.previous().toString())
          .put("lsn", step.lsn().toString())
          .put("before", step.before().toString())
          .put("after", step.after().toString());
    }
    plan.ahead().ifPresent(ahead -> node.set("ahead", ahead(ahead)));
    ArrayNode regressions = node.putArray("regressions");
    for (ClockRegression regression : plan.regressions()) {
      regressions
          .addObject()
          .put("lsn", regression.lsn().toString())
          .put("own", regression.own().toString())
          .put("carried", regression.carried().toString());
    }
    putSplits(node, plan.splits());
    node.set("columns", SchemaNodes.columns(plan.captured()));
    node.set("schema", SchemaNodes.history(plan.schema()));
    ArrayNode gaps = node.putArray("gaps");
    plan.gaps().forEach(gap -> gaps.add(gap(gap)));
    node.put("lossless_since", plan.losslessSince().toString());
    node.set("source", source(plan.source()));
    plan.warnings().forEach(node.putArray("warnings")::add);
    plan.watermarkTs().ifPresent(ts -> node.put("watermark_ts", ts.toString()));
    return node;
  }

  static BatchPlan batch(Fields fields) {
    return new BatchPlan(
        Values.range(fields.object("range")),
        Values.mapped(fields.object("end")),
        Values.clock(fields.object("clock")),
        fields.objects("steps_back").stream().map(BatchNodes::step).toList(),
        fields.optional("ahead", key -> ahead(fields.object(key))),
        fields.objects("regressions").stream().map(BatchNodes::regression).toList(),
        splits(fields),
        SchemaNodes.columns(fields, "columns"),
        SchemaNodes.history(fields.object("schema")),
        fields.objects("gaps").stream().map(BatchNodes::gap).toList(),
        Values.instant(fields, "lossless_since"),
        source(fields.object("source")),
        fields.texts("warnings"),
        fields.optional("watermark_ts", key -> Values.instant(fields, key)));
  }

  private static StepBack step(Fields fields) {
    return new StepBack(
        Values.lsn(fields, "previous"),
        Values.lsn(fields, "lsn"),
        Values.local(fields, "before"),
        Values.local(fields, "after"));
  }

  private static ObjectNode ahead(CommitsAhead ahead) {
    ObjectNode node = Json.object().put("above", ahead.above().toString());
    node.put("count", ahead.count());
    node.set("first", Values.mapped(ahead.first()));
    ArrayNode before = node.putArray("before");
    ahead.before().forEach(commit -> before.add(Values.mapped(commit)));
    return node;
  }

  private static CommitsAhead ahead(Fields fields) {
    return new CommitsAhead(
        Values.local(fields, "above"),
        fields.longInteger("count"),
        Values.mapped(fields.object("first")),
        fields.objects("before").stream().map(Values::mapped).toList());
  }

  private static ClockRegression regression(Fields fields) {
    return new ClockRegression(
        Values.lsn(fields, "lsn"),
        Values.instant(fields, "own"),
        Values.instant(fields, "carried"));
  }

  /** Each instance once, and the splits with its name. */
  private static void putSplits(ObjectNode node, List<Split> splits) {
    Map<String, Split> byInstance = new LinkedHashMap<>();
    splits.forEach(split -> byInstance.putIfAbsent(split.instance().name(), split));
    ArrayNode instances = node.putArray("instances");
    for (Split split : byInstance.values()) {
      ObjectNode instance = SchemaNodes.instance(split.instance());
      instance.set("wanted", SchemaNodes.columns(split.wanted()));
      instances.add(instance);
    }
    ArrayNode array = node.putArray("splits");
    for (Split split : splits) {
      ObjectNode child =
          array
              .addObject()
              .put("split", split.number())
              .put(INSTANCE, split.instance().name())
              .put("rows", split.rows());
      child.set("range", Values.range(split.range()));
      child.put("clock_at", split.clockAt().toString());
      child.set("clock", Values.clock(split.clock()));
    }
  }

  private static List<Split> splits(Fields fields) {
    Map<String, CaptureInstance> instances = new LinkedHashMap<>();
    Map<String, List<TableColumn>> wanted = new LinkedHashMap<>();
    for (Fields instance : fields.objects("instances")) {
      instances.put(instance.text("name"), SchemaNodes.instance(instance));
      wanted.put(instance.text("name"), SchemaNodes.columns(instance, "wanted"));
    }
    return fields.objects("splits").stream()
        .map(
            split ->
                new Split(
                    split.integer("split"),
                    split.parsed(INSTANCE, name -> known(instances, name)),
                    split.parsed(INSTANCE, name -> known(wanted, name)),
                    Values.range(split.object("range")),
                    split.longInteger("rows"),
                    Values.lsn(split, "clock_at"),
                    Values.clock(split.object("clock"))))
        .toList();
  }

  private static <T> T known(Map<String, T> byName, String name) {
    T found = byName.get(name);
    if (found == null) {
      throw new IllegalArgumentException("the document has no instance '" + name + "'");
    }
    return found;
  }

  private static ObjectNode gap(PlannedGap planned) {
    Gap gap = planned.gap();
    ObjectNode node =
        Json.object()
            .put(INSTANCE, gap.captureInstance())
            .put("from", gap.from().toString())
            .put("to", gap.to().toString())
            .put("cause", gap.cause())
            .put("until", planned.until().toString());
    gap.toLocal().ifPresent(local -> node.put("to_local", local.toString()));
    return node;
  }

  private static PlannedGap gap(Fields fields) {
    return new PlannedGap(
        new Gap(
            fields.text(INSTANCE),
            Values.lsn(fields, "from"),
            Values.lsn(fields, "to"),
            fields.optional("to_local", key -> Values.local(fields, key)),
            fields.text("cause")),
        fields.parsed("until", Instant::parse));
  }

  private static ObjectNode source(SourceSeen source) {
    ObjectNode node = Json.object();
    node.set("identity", StateCodec.source(source.identity()));
    return node.put("max_lsn", source.max().toString())
        .put("max_ts", source.maxTs().toString())
        .put("utc", source.utc().toString());
  }

  private static SourceSeen source(Fields fields) {
    return new SourceSeen(
        StateCodec.source(fields.object("identity")),
        Values.lsn(fields, "max_lsn"),
        Values.instant(fields, "max_ts"),
        Values.instant(fields, "utc"));
  }
}
