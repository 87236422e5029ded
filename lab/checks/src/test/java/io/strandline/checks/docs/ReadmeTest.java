package io.strandline.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.tidy.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's Java compiles, and its links lead somewhere. */
class ReadmeTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\((?!http)([^)#]+)");

  @TempDir Path output;

  @Test
  void itsJavaExampleCompiles() throws IOException {
    Matcher example = JAVA.matcher(readme());
    assertThat(example.find()).isTrue();
    DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of("-d", output.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled =
        compiler
            .getTask(null, null, faults, options, null, List.of(new Example(example.group(1))))
            .call();
    assertThat(faults.getDiagnostics()).isEmpty();
    assertThat(compiled).isTrue();
  }

  @Test
  void itsLinksLeadToFiles() throws IOException {
    Matcher link = LINK.matcher(readme());
    int links = 0;
    while (link.find()) {
      assertThat(Repository.root().resolve(link.group(1))).exists();
      links++;
    }
    assertThat(links).isPositive();
  }

  private static String readme() throws IOException {
    return Files.readString(Repository.root().resolve("README.md"));
  }

  private static final class Example extends SimpleJavaFileObject {

    private final String source;

    Example(String source) {
      super(URI.create("string:///HourlyJob.java"), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }
}
