package io.strandline.checks.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.coverage.CoverageItem.Refusal;
import io.strandline.checks.tidy.Repository;
import io.strandline.lab.Lab;
import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import io.strandline.lab.session.SqlMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every line of the lists has a test or a refusal, and the coverage page says which. */
class CoverageTest {

  private static final Path PAGE = Repository.root().resolve("docs/lab/coverage.md");
  private static final List<CoverageList> LISTS =
      List.of(CoverageList.facts(), CoverageList.grammar());

  private static Lab lab;
  private static LabSqlRunner admin;

  @BeforeAll
  static void start() {
    lab = Lab.start(LabConfig.stepped());
    admin = lab.admin("sales");
    admin.run("EXEC sys.sp_cdc_enable_db");
    admin.run("CREATE TABLE dbo.items (id INT NOT NULL PRIMARY KEY, name VARCHAR(20) NULL)");
    admin.run("EXEC sys.sp_cdc_enable_table N'dbo', N'items', @role_name = NULL");
  }

  @AfterAll
  static void stop() {
    admin.close();
    lab.close();
  }

  @Test
  void everyLineHasATestOrARefusal() {
    TaggedTests tests = TaggedTests.ofTheRepository();
    assertThat(
            items()
                .filter(item -> item.refusals().isEmpty() && tests.of(item.id()).isEmpty())
                .map(item -> item.id() + ": " + item.text()))
        .isEmpty();
  }

  @Test
  void testsNameOnlyLinesThatExist() {
    Set<String> known = new HashSet<>(items().map(CoverageItem::id).toList());
    assertThat(known).hasSameSizeAs(items().toList());
    assertThat(known).containsAll(TaggedTests.ofTheRepository().ids());
  }

  @Test
  void thePageIsUpToDate() throws IOException {
    String page = CoveragePage.of(LISTS, TaggedTests.ofTheRepository());
    if (Boolean.getBoolean("strandline.coverage.write")) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).as("make coverage writes it").hasContent(page);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatIsNotEmulatedIsRefused(Refusal refusal) {
    assertThat(admin.record(refusal.statement()).errors())
        .extracting(SqlMessage::number)
        .as(refusal.statement())
        .contains(refusal.error());
  }

  static Stream<Refusal> refusals() {
    return items().flatMap(item -> item.refusals().stream());
  }

  private static Stream<CoverageItem> items() {
    return LISTS.stream().flatMap(list -> list.items().stream());
  }
}
