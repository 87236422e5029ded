package io.strandline.gateway;

import io.strandline.codec.ExplanationCodec;
import io.strandline.codec.ReportCodec;
import io.strandline.codec.Request;
import io.strandline.codec.StatusCodec;
import io.strandline.error.InvalidOptionsException;
import io.strandline.explain.Explanation;
import io.strandline.gateway.Answers.Call;
import io.strandline.gateway.Answers.Takes;
import io.strandline.gateway.OpenParts.Opener;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.option.TablePaths;
import io.strandline.stream.Overview;
import io.strandline.stream.Strandline;
import io.strandline.stream.Verdicts;
import io.strandline.verdict.Awaited;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The calls that read published tables; {@code explain} goes to a source as well if it is told. */
final class TableCalls {

  private static final String TABLE = "table";
  private static final String CONTROL = "control";
  private static final String WAREHOUSE = "warehouse";
  private static final String FACTS = "facts";
  private static final String FROM = "from";
  private static final String UNTIL = "until";

  private final OpenParts parts;

  TableCalls(OpenParts parts) {
    this.parts = parts;
  }

  Map<String, Call> byName() {
    return Map.of(
        "verdict",
        new Call(
            Takes.ARGUMENTS,
            Set.of(TABLE, CONTROL, WAREHOUSE),
            (request, call) -> verdict(request)),
        "is_final",
        new Call(
            Takes.ARGUMENTS,
            Set.of(TABLE, CONTROL, WAREHOUSE, FROM, UNTIL),
            (request, call) -> isFinal(request)),
        "status",
        new Call(
            Takes.ARGUMENTS,
            Set.of(CONTROL, WAREHOUSE, FACTS),
            (request, call) -> onOverview(request, all -> StatusCodec.write(all.status()))),
        "explain",
        new Call(
            Takes.EITHER,
            Set.of(TABLE, CONTROL, WAREHOUSE, FACTS, FROM, UNTIL),
            (request, call) -> ExplanationCodec.write(explain(request))));
  }

  private String verdict(Request request) {
    String table = request.text(TABLE);
    return onVerdicts(request, all -> ReportCodec.verdict(all.name(table), all.verdict(table)));
  }

  private String isFinal(Request request) {
    Period period = Period.of(request);
    String table = request.text(TABLE);
    return onVerdicts(
        request,
        all -> {
          Awaited look = all.awaitFinal(table, period.from(), period.until(), Duration.ZERO);
          return ReportCodec.finality(
              all.name(table), period.from(), period.until(), look.finality(), look.verdict());
        });
  }

  private Explanation explain(Request request) {
    Period period = Period.of(request);
    if (!request.hasOptions()) {
      String table = request.text(TABLE);
      return onOverview(request, all -> all.explain(table, period.from(), period.until()));
    }
    request.verifyArguments(Set.of(FROM, UNTIL));
    StreamOptions options = StreamOptions.of(request.options());
    return new StreamCalls(parts)
        .onSource(
            StrandlineConfig.of(request.options()),
            source -> source.stream(options).explain(period.from(), period.until()));
  }

  /** What a verdict is asked of. */
  private record VerdictsKey(String control, String warehouse) {}

  private <T> T onVerdicts(Request request, Function<Verdicts, T> use) {
    String control = request.text(CONTROL);
    String warehouse = request.optionalText(WAREHOUSE).orElseGet(() -> TablePaths.parent(control));
    return parts.with(
        new VerdictsKey(control, warehouse),
        new Opener<>(
            Verdicts.class, () -> Strandline.verdicts(control, warehouse), Verdicts::close),
        use);
  }

  /** What a status is asked of. */
  private record OverviewKey(String control, String facts, String warehouse) {}

  private <T> T onOverview(Request request, Function<Overview, T> use) {
    String control = request.text(CONTROL);
    String warehouse = request.optionalText(WAREHOUSE).orElseGet(() -> TablePaths.parent(control));
    String facts = request.optionalText(FACTS).orElseGet(() -> TablePaths.facts(warehouse));
    return parts.with(
        new OverviewKey(control, facts, warehouse),
        new Opener<>(
            Overview.class, () -> Strandline.overview(control, facts, warehouse), Overview::close),
        use);
  }

  /** A period that is asked about. */
  private record Period(Instant from, Instant until) {

    static Period of(Request request) {
      Instant from = request.instant(FROM);
      Instant until = request.instant(UNTIL);
      if (!from.isBefore(until)) {
        throw new InvalidOptionsException(
            "the period from " + from + " ends at " + until,
            "ask about a period that ends after it begins");
      }
      return new Period(from, until);
    }
  }
}
