package io.strandline.checks.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.checks.scene.Scene;
import io.strandline.error.InvalidOptionsException;
import io.strandline.option.GroupOptions;
import io.strandline.option.Option;
import io.strandline.option.OptionValues;
import io.strandline.option.StreamOptions;
import io.strandline.port.TableStoreProvider;
import io.strandline.report.GroupReport;
import io.strandline.sqlserver.SqlServerSource;
import io.strandline.stream.Strandline;
import io.strandline.stream.Stream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members work in parallel, and never use more connections than the budget. */
class BudgetTest {

  private static final int MEMBERS = 6;

  @TempDir Path folder;

  @Test
  void membersUseTheBudgetAndNoMore() {
    try (Scene scene = Scene.at(folder, Instant.parse("2013-01-01T05:00:00Z"))) {
      CountedSource source = new CountedSource(SqlServerSource.open(scene.config()));
      InstantSource clock = InstantSource.system();
      try (Strandline strandline =
          Strandline.open(
              source,
              ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow().open(clock),
              clock)) {
        List<Stream> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
          Path target = scene.warehouse.resolve("member" + i);
          members.add(
              strandline.stream(
                  StreamOptions.of(scene.options().set(Option.TARGET, target.toString()))));
        }
        GroupOptions four = GroupOptions.of(new OptionValues().set(Option.GROUP_CONNECTIONS, "4"));
        for (int round = 0; round < 3; round++) {
          scene.insert(round);

          GroupReport report = strandline.group("all", members, four).ingest();

          assertThat(report.failed()).isEmpty();
        }
      }
      assertThat(source.most()).isBetween(3, 4);
    }
  }

  @Test
  void aBudgetThatNoReaderFitsIsRefused() {
    assertThatThrownBy(() -> GroupOptions.of(new OptionValues().set(Option.GROUP_CONNECTIONS, "1")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("groupConnections 1");
  }
}
