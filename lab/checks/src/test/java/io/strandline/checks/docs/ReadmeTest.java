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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java of the README and the guides compiles, and the README's links lead somewhere. */
class ReadmeTest {

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("]\\((?!http)([^)#]+)");

  @TempDir Path output;

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/guide/getting-started.md", "docs/guide/embedding.md"})
  void itsJavaExampleCompiles(String page) throws IOException {
    Matcher example = JAVA.matcher(Files.readString(Repository.root().resolve(page)));
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
      super(URI.create("string:///Example.java"), Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }
}
