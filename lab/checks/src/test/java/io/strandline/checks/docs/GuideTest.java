package io.strandline.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.tidy.Repository;
import io.strandline.doctor.Check;
import io.strandline.explain.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guides' lists are whole. */
final class GuideTest {

  private static String guide(String name) throws IOException {
    return Files.readString(Repository.root().resolve("docs/guide").resolve(name));
  }

  @Test
  void finalizationTellsEveryReason() throws IOException {
    assertThat(guide("finalization.md"))
        .contains(Stream.of(ReasonCode.values()).map(code -> "`" + code.text() + "`").toList());
  }

  @Test
  void doctorTellsEveryCheck() throws IOException {
    assertThat(guide("doctor.md"))
        .contains(Stream.of(Check.values()).map(check -> "| `" + check.text() + "` |").toList());
  }
}
