package io.strandline.gateway;

import io.strandline.codec.ExplanationCodec;
import io.strandline.codec.FindingsCodec;
import io.strandline.codec.MalformedDocumentException;
import io.strandline.codec.PlanCodec;
import io.strandline.codec.ReportCodec;
import io.strandline.codec.Request;
import io.strandline.codec.Response;
import io.strandline.codec.SplitResultCodec;
import io.strandline.codec.StatusCodec;
import io.strandline.error.InvalidOptionsException;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.option.TablePaths;
import io.strandline.plan.SplitResult;
import io.strandline.report.Adoptable;
import io.strandline.report.Planned;
import io.strandline.stream.Overview;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Finality;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What each call does, by its name. */
final class Answers {

  private final OpenSources sources;
  private final Map<String, BiFunction<Request, RunningCall, String>> byName = new TreeMap<>();

  Answers(OpenSources sources) {
    this.sources = sources;
    byName.put("version", (request, call) -> Response.version(GatewayMain.version()));
    byName.put("ingest", (request, call) -> onStream(request, stream -> ingest(stream, call)));
    byName.put("ingest_all", (request, call) -> onStream(request, s -> ingestAll(s, call)));
    byName.put(
        "snapshot",
        (request, call) -> onStream(request, s -> ReportCodec.report(s.snapshot(call))));
    byName.put("plan", (request, call) -> onStream(request, Answers::plan));
    byName.put("write", (request, call) -> onStream(request, s -> write(s, request, call)));
    byName.put("commit", (request, call) -> onStream(request, s -> commit(s, request)));
    byName.put("adopt", (request, call) -> onStream(request, s -> adopt(s, request)));
    byName.put("explain", (request, call) -> onStream(request, s -> explain(s, request)));
    byName.put("verdict", (request, call) -> verdict(request));
    byName.put("is_final", (request, call) -> isFinal(request));
    byName.put("status", (request, call) -> status(request));
    byName.put("doctor", (request, call) -> doctor(request));
  }

  /** The names of all calls. */
  Set<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /**
   * What a request wants done.
   *
   * @throws InvalidOptionsException if its call is unknown
   */
  Function<RunningCall, String> to(Request request) {
    BiFunction<Request, RunningCall, String> answer = byName.get(request.call());
    if (answer == null) {
      throw new InvalidOptionsException(
          "there is no call '" + request.call() + "'",
          "use one of " + String.join(", ", byName.keySet()));
    }
    return call -> answer.apply(request, call);
  }

  private String onStream(Request request, Function<Stream, String> use) {
    OptionValues values = request.options();
    StreamOptions options = StreamOptions.of(values);
    StrandlineConfig config = StrandlineConfig.of(values);
    return sources.with(config, strandline -> use.apply(strandline.stream(options)));
  }

  private static String ingest(Stream stream, RunningCall call) {
    return ReportCodec.report(stream.ingest(call));
  }

  private static String ingestAll(Stream stream, RunningCall call) {
    stream.ingestAll(call, call::report);
    return ReportCodec.reports(call.reports());
  }

  private static String plan(Stream stream) {
    Planned planned = stream.plan();
    return planned instanceof Planned.Batch batch
        ? PlanCodec.write(batch.document())
        : ReportCodec.report(((Planned.Nothing) planned).report());
  }

  private static String write(Stream stream, Request request, RunningCall call) {
    return SplitResultCodec.write(
        stream.write(PlanCodec.read(request.text("plan")), request.integer("split"), call));
  }

  private static String commit(Stream stream, Request request) {
    List<SplitResult> results =
        request.texts("results").stream().map(SplitResultCodec::read).toList();
    return ReportCodec.report(stream.commit(PlanCodec.read(request.text("plan")), results));
  }

  private static String adopt(Stream stream, Request request) {
    Set<Adoptable> what = EnumSet.noneOf(Adoptable.class);
    request.texts("what").forEach(text -> what.add(adoptable(text)));
    return ReportCodec.adopted(stream.adopt(what));
  }

  private static Adoptable adoptable(String text) {
    return Arrays.stream(Adoptable.values())
        .filter(adoptable -> adoptable.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidOptionsException(
                    "'" + text + "' cannot be adopted", "use source, zone or target"));
  }

  private static String explain(Stream stream, Request request) {
    return ExplanationCodec.write(
        stream.explain(instant(request, "from"), instant(request, "until")));
  }

  private static String verdict(Request request) {
    try (Verdicts verdicts = verdicts(request)) {
      String table = request.text("table");
      return ReportCodec.verdict(verdicts.name(table), verdicts.verdict(table));
    }
  }

  private static String isFinal(Request request) {
    Instant from = instant(request, "from");
    Instant until = instant(request, "until");
    try (Verdicts verdicts = verdicts(request)) {
      String table = request.text("table");
      Optional<ControlRow> row = verdicts.verdict(table);
      return ReportCodec.finality(
          verdicts.name(table), from, until, Finality.of(row, from, until), row);
    }
  }

  private static Verdicts verdicts(Request request) {
    String control = request.text("control");
    return request
        .optionalText("warehouse")
        .map(warehouse -> Strandline.verdicts(control, warehouse))
        .orElseGet(() -> Strandline.verdicts(control));
  }

  private static String status(Request request) {
    String control = request.text("control");
    String warehouse =
        request.optionalText("warehouse").orElseGet(() -> TablePaths.parent(control));
    String facts = request.optionalText("facts").orElseGet(() -> TablePaths.facts(warehouse));
    try (Overview overview = Strandline.overview(control, facts, warehouse)) {
      return StatusCodec.write(overview.status());
    }
  }

  private static String doctor(Request request) {
    OptionValues values = request.options();
    if (values.find(Option.TARGET).isEmpty()) {
      // Options are validated together, and no table is opened here.
      values.set(Option.TARGET, "examined");
    }
    return FindingsCodec.write(
        Strandline.examine(StrandlineConfig.of(values), StreamOptions.of(values)));
  }

  private static Instant instant(Request request, String name) {
    try {
      return OffsetDateTime.parse(request.text(name)).toInstant();
    } catch (DateTimeException e) {
      throw new MalformedDocumentException(
          "the request: '" + name + "' is no instant with a zone, such as 2013-01-01T14:00Z", e);
    }
  }
}
