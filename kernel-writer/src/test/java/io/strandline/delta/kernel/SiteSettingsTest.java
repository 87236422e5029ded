package io.strandline.delta.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteSettingsTest {

  @TempDir Path folder;

  private void site(String text) throws IOException {
    Files.writeString(folder.resolve("core-site.xml"), text);
  }

  @Test
  void theFoldersSettingsAreTaken() throws IOException {
    site(
        "<configuration><property><name>fs.s3a.endpoint</name><value>http://here</value>"
            + "</property></configuration>");

    assertThat(SiteSettings.load(Optional.of(folder.toString())).get("fs.s3a.endpoint"))
        .isEqualTo("http://here");
    assertThat(SiteSettings.load(Optional.of("")).get("fs.s3a.endpoint"))
        .isNotEqualTo("http://here");
    assertThat(SiteSettings.load(Optional.of("/no/such/folder")).size()).isPositive();
  }

  @Test
  void aBrokenFileIsNamedAndNotQuoted() throws IOException {
    site("<configuration><property><name>fs.s3a.secret.key</name><value>secret");

    assertThatThrownBy(() -> SiteSettings.load(Optional.of(folder.toString())))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining(folder.resolve("core-site.xml").toString())
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }
}
