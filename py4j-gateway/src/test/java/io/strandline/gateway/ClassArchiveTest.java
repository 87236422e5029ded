package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.gateway.GatewayProcess.Way;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive of classes is made and mapped as docs/gateway.md says, and is never needed. */
class ClassArchiveTest {

  private static final String MAPPED = "source: shared objects file (top)";

  @TempDir static Path folder;
  private static Warehouse warehouse;
  private static Way jars;
  private static Path archive;

  /** Two makers at once. */
  @BeforeAll
  static void make() throws Exception {
    warehouse = Warehouse.in(folder);
    jars = new Way(classPathOfJars(), List.of(), Map.of(), List.of());
    List<Path> drafts = List.of(folder.resolve("one.tmp"), folder.resolve("other.tmp"));
    List<Process> makers = new ArrayList<>();
    for (Path draft : drafts) {
      makers.add(maker(draft));
    }
    archive = folder.resolve("classes.jsa");
    for (int i = 0; i < makers.size(); i++) {
      assertThat(makers.get(i).waitFor(180, TimeUnit.SECONDS)).isTrue();
      assertThat(makers.get(i).exitValue()).isZero();
      Files.move(drafts.get(i), archive, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static Process maker(Path draft) throws IOException {
    List<String> command = GatewayProcess.java(jars.java("-XX:ArchiveClassesAtExit=" + draft));
    command.addAll(List.of("-cp", jars.classPath(), Rehearsal.class.getName()));
    Path log = Path.of(draft + ".log");
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** This JVM's class path, with folders as jars, because an archive knows jars only. */
  private static String classPathOfJars() throws IOException {
    List<String> all = new ArrayList<>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(part);
      if (Files.isDirectory(path)) {
        Path jar = folder.resolve("part" + all.size() + ".jar");
        pack(path, jar);
        all.add(jar.toString());
      } else if (Files.exists(path)) {
        all.add(part);
      }
    }
    return String.join(File.pathSeparator, all);
  }

  private static void pack(Path classes, Path jar) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(classes)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Path path : files) {
        zip.putNextEntry(new ZipEntry(classes.relativize(path).toString()));
        Files.copy(path, zip);
      }
    }
  }

  /** What a gateway that uses an archive says of the classes that it loads; it must answer. */
  private static String loaded(Path with) throws IOException {
    Path log = Files.createTempFile(folder, "classes", ".log");
    Way way =
        jars.java(
            "-Xshare:auto",
            "-XX:+VerifySharedSpaces",
            "-XX:SharedArchiveFile=" + with,
            "-Xlog:class+load:file=" + log);
    try (GatewayProcess gateway = GatewayProcess.start(folder, way);
        PlainClient client = gateway.client()) {
      assertThat(client.call(warehouse.verdict())).contains("2013-01-01T14:00:00Z");
    }
    return Files.readString(log);
  }

  private static boolean isMapped(String log, Class<?> type) {
    return log.lines().anyMatch(line -> line.contains(type.getName() + " " + MAPPED));
  }

  @Test
  void theArchiveIsMapped() throws IOException {
    String log = loaded(archive);
    assertThat(isMapped(log, GatewayMain.class)).isTrue();
    assertThat(isMapped(log, EntryPoint.class)).isTrue();
    assertThat(isMapped(log, py4j.GatewayServer.class)).isTrue();
    long mapped = log.lines().filter(line -> line.contains(MAPPED)).count();
    long fromJars = log.lines().filter(line -> line.contains("source: file:")).count();
    assertThat(mapped)
        .as("mapped, where %d are read from jars", fromJars)
        .isGreaterThan(10 * fromJars);
  }

  @Test
  void itsAbsenceOrDamageOnlyCostsTime() throws IOException {
    Path garbage = Files.write(folder.resolve("garbage.jsa"), new byte[100_000]);
    Path damaged = folder.resolve("damaged.jsa");
    byte[] bytes = Files.readAllBytes(archive);
    for (int i = bytes.length / 4; i < bytes.length / 2; i += 997) {
      bytes[i] ^= (byte) 0xff;
    }
    Files.write(damaged, bytes);
    for (Path broken : List.of(folder.resolve("none.jsa"), garbage, damaged)) {
      assertThat(isMapped(loaded(broken), GatewayMain.class)).as("%s", broken).isFalse();
    }
  }

  @Test
  void anArchiveOfOtherJarsOnlyCostsTime() throws IOException {
    Path other = folder.resolve("other.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(other))) {
      zip.putNextEntry(new ZipEntry("other.txt"));
    }
    Way before = jars;
    jars = new Way(other + File.pathSeparator + before.classPath(), List.of(), Map.of(), List.of());
    try {
      assertThat(isMapped(loaded(archive), GatewayMain.class)).isFalse();
    } finally {
      jars = before;
    }
  }
}
