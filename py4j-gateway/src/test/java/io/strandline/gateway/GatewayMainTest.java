package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The arguments of the gateway's process. */
class GatewayMainTest {

  private static String fault(String... arguments) {
    String[] message = new String[1];
    assertThatThrownBy(() -> GatewayMain.settings(arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(error -> message[0] = error.getMessage());
    return message[0];
  }

  @Test
  void argumentsAreRead() {
    assertThat(GatewayMain.settings("--connection-file", "/f"))
        .isEqualTo(new GatewaySettings(Path.of("/f"), Optional.empty(), false));
    assertThat(
            GatewayMain.settings(
                "--shared", "--idle-timeout-seconds", "60", "--connection-file", "/f"))
        .isEqualTo(new GatewaySettings(Path.of("/f"), Optional.of(Duration.ofMinutes(1)), true));
  }

  @Test
  void wrongArgumentsAreRefusedWithoutTheirValues() {
    assertThat(fault()).contains("--connection-file is required");
    assertThat(fault("--connection-file")).contains("has no value");
    assertThat(fault("--connection-file", "f", "--password=hunter2"))
        .contains("argument 3")
        .doesNotContain("hunter2");
    assertThat(fault("--connection-file", "f", "--idle-timeout-seconds", "0")).contains("positive");
    assertThat(fault("--connection-file", "f", "--idle-timeout-seconds", "soon"))
        .contains("positive");
  }
}
