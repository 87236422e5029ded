package io.strandline.checks.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.strandline.checks.scene.Scene;
import io.strandline.error.ErrorCode;
import io.strandline.error.StrandlineException;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.stream.Overview;
import io.strandline.stream.Strandline;
import io.strandline.stream.Verdicts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Places of a local disk where no table can be: a typed error that names what is in the way. */
final class PlacesTest {

  private static final Instant FROM = Instant.parse("2013-01-01T05:00:00Z");
  private static final Instant UNTIL = Instant.parse("2013-01-01T06:00:00Z");

  @TempDir static Path folder;
  private static Scene scene;

  @BeforeAll
  static void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  /** Makes a place and returns a path to it. */
  private interface Making {
    String in(Path empty) throws IOException;
  }

  /**
   * A place where no table can be.
   *
   * @param says what its error says
   */
  private record Place(String name, ErrorCode code, String says, Making making) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static Path dangling(Path link) throws IOException {
    return Files.createSymbolicLink(link, link.resolveSibling("nowhere"));
  }

  private static Path loop(Path link) throws IOException {
    Files.createSymbolicLink(link.resolveSibling("other"), link);
    return Files.createSymbolicLink(link, link.resolveSibling("other"));
  }

  private static Place place(String name, String says, Making making) {
    return new Place(name, ErrorCode.TARGET_NOT_WRITABLE, says, making);
  }

  private static List<Place> places() {
    return List.of(
        place("a link to nowhere", "at' is a link that", in -> "" + dangling(in.resolve("at"))),
        place(
            "below a link to nowhere",
            "at' is a link that",
            in -> dangling(in.resolve("at")) + "/a/b"),
        place(
            "a link to a link to nowhere",
            "at' is a link that",
            in -> "" + Files.createSymbolicLink(in.resolve("at"), dangling(in.resolve("next")))),
        place("a loop of links", "at' is a link that", in -> "" + loop(in.resolve("at"))),
        place("below a loop of links", "at' is a link that", in -> loop(in.resolve("at")) + "/a"),
        place("a file", "at' is a file", in -> "" + Files.writeString(in.resolve("at"), "x")),
        place(
            "below a file", "at' is a file", in -> Files.writeString(in.resolve("at"), "x") + "/a"),
        place(
            "a link to a file",
            "at' is a file",
            in ->
                ""
                    + Files.createSymbolicLink(
                        in.resolve("at"), Files.writeString(in.resolve("x"), "x"))),
        place("a name that is too long", "too long", in -> in + "/" + "x".repeat(256)),
        place("a path that is too long", "too long", in -> in + "/long".repeat(1000)),
        new Place("a NUL", ErrorCode.INVALID_OPTIONS, "neither a path", in -> in + "/a\0b"),
        place(
            "a log that is a link to nowhere",
            "_delta_log' is a link that",
            in -> {
              Path at = Files.createDirectories(in.resolve("at"));
              dangling(at.resolve("_delta_log"));
              return "" + at;
            }),
        place(
            "a log that is a loop of links",
            "_delta_log' is a link that",
            in -> {
              Path at = Files.createDirectories(in.resolve("at"));
              Files.createSymbolicLink(at.resolve("_delta_log"), at.resolve("_delta_log"));
              return "" + at;
            }),
        place(
            "a log that is a file",
            "_delta_log' is a file",
            in -> {
              Path at = Files.createDirectories(in.resolve("at"));
              Files.writeString(at.resolve("_delta_log"), "x");
              return "" + at;
            }));
  }

  /** A place and the option that names it. */
  private record Case(Place place, Option option) {

    @Override
    public String toString() {
      return option.javaName() + " is " + place;
    }
  }

  static List<Case> cases() {
    Set<Option> options = EnumSet.of(Option.TARGET, Option.WAREHOUSE, Option.FACTS, Option.CONTROL);
    List<Case> cases = new ArrayList<>();
    for (Place place : places()) {
      for (Option option : options) {
        boolean logOfAFolder = option == Option.WAREHOUSE && place.name().startsWith("a log");
        if (!logOfAFolder) {
          cases.add(new Case(place, option));
        }
      }
    }
    return cases;
  }

  private static OptionValues options(Path in, Option option, String at) {
    String warehouse = option == Option.WAREHOUSE ? at : in + "/warehouse";
    return scene
        .options()
        .set(Option.WAREHOUSE, warehouse)
        .set(Option.TARGET, warehouse + "/flights")
        .set(option, at);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isATypedError(Case given) throws IOException {
    Path in = Files.createTempDirectory(folder, "place");
    String at = given.place().making().in(in);
    OptionValues options = options(in, given.option(), at);
    String control = options.find(Option.CONTROL).orElse(in + "/warehouse/strandline_control");
    String facts = options.find(Option.FACTS).orElse(in + "/warehouse/strandline_facts");
    String warehouse = options.find(Option.WAREHOUSE).orElseThrow();
    String target = options.find(Option.TARGET).orElseThrow();
    Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
    calls.put("ingest", () -> scene.stream(options).ingest());
    calls.put("plan", () -> scene.stream(options).plan());
    calls.put("isFinal", () -> scene.stream(options).isFinal(FROM, UNTIL));
    calls.put("explain", () -> scene.stream(options).explain(FROM, UNTIL));
    calls.put("verdict", () -> verdicts(control, warehouse, target));
    calls.put("status", () -> overview(control, facts, warehouse, target));
    for (Map.Entry<String, ThrowingCallable> call : calls.entrySet()) {
      Throwable thrown = catchThrowable(call.getValue());
      if (call.getKey().equals("ingest")) {
        assertThat(thrown).as("ingest").isNotNull();
      }
      if (thrown != null) {
        assertRefused(call.getKey(), thrown, given.place());
      }
    }
    assertThat(in.resolve("nowhere")).doesNotExist();
  }

  private static void verdicts(String control, String warehouse, String target) {
    try (Verdicts verdicts = Strandline.verdicts(control, warehouse)) {
      assertThat(verdicts.verdict(target)).isEmpty();
      verdicts.isFinal(target, FROM, UNTIL);
    }
  }

  private static void overview(String control, String facts, String warehouse, String target) {
    try (Overview overview = Strandline.overview(control, facts, warehouse)) {
      overview.status();
      overview.history(target, FROM, 1);
      overview.explain(target, FROM, UNTIL);
    }
  }

  private static void assertRefused(String call, Throwable thrown, Place place) {
    assertThat(thrown)
        .as(call)
        .isInstanceOfSatisfying(
            StrandlineException.class,
            error -> {
              assertThat(error.code()).as(error.getMessage()).isEqualTo(place.code());
              assertThat(error.remedy()).isNotBlank();
              assertThat(error.getMessage())
                  .contains(place.says())
                  .doesNotContain("RuntimeException");
            });
  }
}
