package io.strandline.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.Lab;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SqlCommandTest {

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Scripts scripts, String... more) throws IOException {
    Path password =
        Files.writeString(
            folder.resolve("password"), scripts.lab.config().server().saPassword() + "\n");
    String[] arguments = new String[6 + more.length];
    arguments[0] = "--url";
    arguments[1] = scripts.lab.jdbcUrl(Scripts.DATABASE);
    arguments[2] = "--user";
    arguments[3] = Lab.SA;
    arguments[4] = "--password-file";
    arguments[5] = password.toString();
    System.arraycopy(more, 0, arguments, 6, more.length);
    return new CommandLine(new SqlCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void runsAScriptOfTheRepository() throws SQLException, IOException {
    try (Scripts scripts = new Scripts()) {
      scripts.run("CREATE TABLE dbo.orders (id int NOT NULL PRIMARY KEY)");
      String script = Scripts.folder().resolve("setup.sql").toString();
      int code = run(scripts, script, "-v", "DatabaseName=sales", "-v", "Tables=dbo.orders");
      assertThat(code).as(err.toString()).isZero();
      assertThat(out.toString())
          .contains("CDC is now enabled on dbo.orders.", "dbo\torders\tdbo_orders\tNULL");
    }
  }

  @Test
  void tellsAnErrorByItsExitCode() throws SQLException, IOException {
    try (Scripts scripts = new Scripts()) {
      Path script = Files.writeString(folder.resolve("bad.sql"), "SELECT * FROM dbo.ghosts");
      assertThat(run(scripts, script.toString())).isEqualTo(1);
      assertThat(err.toString()).contains("error 208");
    }
  }
}
