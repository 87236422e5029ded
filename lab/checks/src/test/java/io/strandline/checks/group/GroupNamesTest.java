package io.strandline.checks.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.error.InvalidOptionsException;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.report.GroupReport;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys of the control table: a group's is no table's. */
final class GroupNamesTest {

  @TempDir static Path folder;
  private static Scene scene;
  private static Strandline strandline;

  @BeforeAll
  static void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"));
    scene.insert(1);
    strandline = scene.strandline();
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  private static OptionValues into(String target) {
    return scene
        .options()
        .set(Option.TARGET, scene.warehouse + "/" + target)
        .set(Option.WAREHOUSE, scene.warehouse.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "group:all",
        "group:",
        "group:a/b",
        "./group:all",
        "group:all/",
        "x/../group:all",
        "group:a/../group:b"
      })
  void aTableIsNotNamedAsAGroupsRow(String target) {
    StreamOptions options = StreamOptions.of(into(target));
    assertThatThrownBy(() -> strandline.stream(options))
        .isInstanceOfSatisfying(
            InvalidOptionsException.class,
            error -> assertThat(error.remedy()).contains("another target"))
        .hasMessageContaining("'group:")
        .hasMessageContaining("groups' rows");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Group:all", "groups", "group", "a/group:all", "group;all", "group%3Aall"})
  void otherNamesAreATables(String target) {
    assertThat(strandline.stream(StreamOptions.of(into(target)))).isNotNull();
  }

  static List<String> wrong() {
    return List.of(
        "",
        " ",
        "\t",
        " all",
        "all ",
        "all\n",
        "a\u0000b",
        "a\nb",
        "\u00a0all",
        "all\u3000",
        "\ud800",
        "x".repeat(257),
        "x".repeat(1000));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void aGroupsNameIsRefused(String name) {
    Stream stream = strandline.stream(StreamOptions.of(into("flights")));
    assertThatThrownBy(() -> strandline.group(name, List.of(stream)))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("a group's name")
        .satisfies(error -> assertThat(error.getMessage()).hasSizeLessThan(500));
  }

  @Test
  void namesOfAnyOtherKindAreAGroups() {
    Stream stream = strandline.stream(StreamOptions.of(into("flights")));
    scene.idle(Duration.ofMinutes(62));
    for (String name :
        List.of("all", "a/b", "../flights", "group:all", "Größe 1", "x".repeat(256), "'\"%_*")) {
      GroupReport report = strandline.group(name, List.of(stream)).ingest();
      assertThat(report.publishError()).isEmpty();
      assertThat(report.published().orElseThrow().tableName()).isEqualTo("group:" + name);
    }
    assertThat(scene.rows("strandline_control")).hasSize(8);
  }
}
