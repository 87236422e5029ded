package io.strandline.checks.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.Lab;
import io.strandline.lab.control.ControlProcedure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the stand-in's help tells is what it can do. */
class LabHelpTest {

  @Test
  void theHelpListsEveryProcedureAndParameter() {
    String help = new CommandLine(new LabCommand()).setUsageHelpWidth(200).getUsageMessage();
    for (ControlProcedure procedure : Lab.procedures()) {
      assertThat(help).contains("EXEC lab." + procedure.name() + ": " + procedure.summary());
      procedure.parameters().forEach(each -> assertThat(help).contains(each.name() + " "));
    }
  }

  @Test
  void thePageListsEveryProcedureAndParameter() throws IOException {
    String page = Files.readString(Path.of("../../docs/lab/control.md"));
    for (ControlProcedure procedure : Lab.procedures()) {
      assertThat(page).contains("`lab." + procedure.name() + "`");
      procedure.parameters().forEach(each -> assertThat(page).contains("`" + each.name() + "`"));
    }
  }
}
