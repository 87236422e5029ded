package io.strandline.gateway;

import io.strandline.codec.FindingsCodec;
import io.strandline.codec.GroupReportCodec;
import io.strandline.codec.PlanCodec;
import io.strandline.codec.ReportCodec;
import io.strandline.codec.Request;
import io.strandline.codec.Response;
import io.strandline.codec.SplitResultCodec;
import io.strandline.error.InvalidOptionsException;
import io.strandline.gateway.Answers.Call;
import io.strandline.gateway.Answers.Takes;
import io.strandline.gateway.OpenParts.Opener;
import io.strandline.option.GroupOptions;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StrandlineConfig;
import io.strandline.option.StreamOptions;
import io.strandline.plan.SplitResult;
import io.strandline.report.Adoptable;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The calls that go to a source. */
final class StreamCalls {

  private static final String PLAN = "plan";
  private static final String SPLIT = "split";
  private static final String RESULTS = "results";
  private static final String WHAT = "what";
  private static final String NAME = "name";
  private static final String MEMBERS = "members";

  private final OpenParts parts;

  StreamCalls(OpenParts parts) {
    this.parts = parts;
  }

  Map<String, Call> byName() {
    return Map.of(
        "ingest",
        onStream(Set.of(), (s, request, call) -> ReportCodec.report(s.ingest(call))),
        "ingest_all",
        onStream(Set.of(), (s, request, call) -> ingestAll(s, call)),
        "snapshot",
        onStream(Set.of(), (s, request, call) -> ReportCodec.report(s.snapshot(call))),
        PLAN,
        onStream(Set.of(), (s, request, call) -> Response.planned(s.plan(call))),
        "write",
        onStream(Set.of(PLAN, SPLIT), StreamCalls::write),
        "commit",
        onStream(Set.of(PLAN, RESULTS), (s, request, call) -> commit(s, request)),
        "adopt",
        onStream(Set.of(WHAT), (s, request, call) -> adopt(s, request)),
        "ingest_group",
        new Call(Takes.OPTIONS, Set.of(NAME, MEMBERS), this::ingestGroup),
        "doctor",
        new Call(Takes.OPTIONS, Set.of(), (request, call) -> doctor(request)));
  }

  /** What is done with a stream. */
  private interface OnStream {

    String apply(Stream stream, Request request, RunningCall call);
  }

  private Call onStream(Set<String> arguments, OnStream use) {
    BiFunction<Request, RunningCall, String> answer =
        (request, call) -> {
          StreamOptions options = StreamOptions.of(request.options());
          return onSource(
              StrandlineConfig.of(request.options()),
              source -> use.apply(source.stream(options), request, call));
        };
    return new Call(Takes.OPTIONS, arguments, answer);
  }

  <T> T onSource(StrandlineConfig config, Function<Strandline, T> use) {
    return parts.with(
        config,
        new Opener<>(Strandline.class, () -> Strandline.open(config), Strandline::close),
        use);
  }

  private static String ingestAll(Stream stream, RunningCall call) {
    stream.ingestAll(call, call::report);
    return ReportCodec.reports(call.reports());
  }

  private static String write(Stream stream, Request request, RunningCall call) {
    return SplitResultCodec.write(
        stream.write(PlanCodec.read(request.document(PLAN)), request.integer(SPLIT), call));
  }

  private static String commit(Stream stream, Request request) {
    List<SplitResult> results =
        request.documents(RESULTS).stream().map(SplitResultCodec::read).toList();
    return ReportCodec.report(stream.commit(PlanCodec.read(request.document(PLAN)), results));
  }

  private static String adopt(Stream stream, Request request) {
    Set<Adoptable> what = EnumSet.noneOf(Adoptable.class);
    request.texts(WHAT).forEach(text -> what.add(adoptable(text)));
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

  private String ingestGroup(Request request, RunningCall call) {
    StrandlineConfig config = StrandlineConfig.of(request.options());
    GroupOptions group = GroupOptions.of(request.options());
    List<StreamOptions> members =
        request.members(MEMBERS).stream()
            .map(member -> member(member.over(request.options()), config))
            .toList();
    String name = request.text(NAME);
    return onSource(
        config,
        source -> {
          List<Stream> streams = members.stream().map(source::stream).toList();
          return GroupReportCodec.report(source.group(name, streams, group).ingest(call));
        });
  }

  private static StreamOptions member(OptionValues values, StrandlineConfig config) {
    if (!StrandlineConfig.of(values).equals(config)) {
      throw new InvalidOptionsException(
          "a member names another source, or another way to it",
          "say how to reach the source once for all members; nothing was read or written");
    }
    return StreamOptions.of(values);
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
}
