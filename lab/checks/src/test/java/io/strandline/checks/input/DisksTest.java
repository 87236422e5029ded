package io.strandline.checks.input;

import static io.strandline.error.ErrorCode.TARGET_NOT_WRITABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.checks.input.Calls.Said;
import io.strandline.checks.scene.Scene;
import io.strandline.cli.Main;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Full and read-only disks. A file system of its own is mounted where that is allowed; everywhere a
 * process may write no byte, or is without the right to write.
 */
final class DisksTest {

  /** How a call is kept from writing. */
  private enum Way {
    /** By a file system in memory. */
    MOUNT,
    /** By the limits and rights of a process of its own. */
    PROCESS
  }

  @TempDir static Path folder;
  private static Scene scene;
  private static Calls calls;

  @BeforeAll
  static void begin() {
    scene = Scene.at(folder, Instant.parse("2013-01-01T09:55:00Z"));
    calls = Calls.afterTwelveHours(scene, folder);
  }

  @AfterAll
  static void end() {
    scene.close();
  }

  static List<Way> ways() throws IOException {
    Path disk = Files.createTempDirectory("disk");
    boolean allowed = mount(disk) == 0;
    if (allowed) {
      run("umount", disk.toString());
    }
    Files.delete(disk);
    return allowed ? List.of(Way.MOUNT, Way.PROCESS) : List.of(Way.PROCESS);
  }

  private static int mount(Path disk) throws IOException {
    return run("mount", "-t", "tmpfs", "-o", "size=8m", "none", disk.toString());
  }

  private static int run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.onExit().join().exitValue();
  }

  private static Path mounted() throws IOException {
    Path disk = Files.createTempDirectory(folder, "disk");
    assertThat(mount(disk)).isZero();
    return disk;
  }

  /** Files with their content: a temporary file that came and went changes its folder's time. */
  private static Map<String, String> contents(Path warehouse) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    Calls.listing(warehouse)
        .forEach((file, text) -> contents.put(file, text.substring(text.indexOf(' '))));
    return contents;
  }

  @ParameterizedTest
  @MethodSource("ways")
  void b48AFullDiskIsToldAndTheNextCallGoesOnWhenThereIsRoom(Way way) throws IOException {
    if (way == Way.MOUNT) {
      aFullFileSystem();
    } else {
      aProcessThatMayWriteNoByte();
    }
  }

  private static void aFullFileSystem() throws IOException {
    Path disk = mounted();
    try {
      Path warehouse = calls.copyTo(disk.resolve("w"));
      Path filler = disk.resolve("filler");
      fill(filler);
      Map<String, String> before = contents(warehouse);

      Said said = calls.call(warehouse, Map.of(), "ingest");

      calls.assertRefused(said, TARGET_NOT_WRITABLE, "No space left", Map.of());
      assertThat(contents(warehouse)).isEqualTo(before);
      Files.delete(filler);
      assertThat(calls.call(warehouse, Map.of(), "ingest").out()).contains("\"committed\"");
    } finally {
      run("umount", disk.toString());
    }
  }

  private static void fill(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < 1 << 20; i++) {
        out.write(new byte[512]);
      }
    } catch (IOException full) {
      return;
    }
    throw new AssertionError("the disk is larger than asked for");
  }

  private static void aProcessThatMayWriteNoByte() throws IOException {
    Path warehouse = calls.copy();
    String options = calls.properties(Map.of(), warehouse).toString();
    String other = calls.properties(Map.of(), calls.copy()).toString();
    Map<String, String> before = contents(warehouse);

    Said said = ingest(List.of(), LimitedIngest.class, other, options);

    calls.assertRefused(said, TARGET_NOT_WRITABLE, "File too large", Map.of());
    assertThat(contents(warehouse)).isEqualTo(before);
    assertThat(calls.call(warehouse, Map.of(), "ingest").out()).contains("\"committed\"");
  }

  @ParameterizedTest
  @MethodSource("ways")
  void b48AReadOnlyFolderIsTold(Way way) throws IOException {
    if (way == Way.MOUNT) {
      aReadOnlyFileSystem();
    } else {
      aFolderWithoutTheRightToWrite();
    }
  }

  private static void aReadOnlyFileSystem() throws IOException {
    Path disk = mounted();
    try {
      Path warehouse = calls.copyTo(disk.resolve("w"));
      assertThat(run("mount", "-o", "remount,ro", disk.toString())).isZero();

      calls.refused(warehouse, TARGET_NOT_WRITABLE, "Read-only", Map.of(), "ingest");
      calls.refused(warehouse, TARGET_NOT_WRITABLE, "/new", Map.of("target", "@/new"), "ingest");
    } finally {
      run("umount", disk.toString());
    }
  }

  private static void aFolderWithoutTheRightToWrite() throws IOException {
    Path warehouse = calls.copy();
    Map<String, String> before = Calls.listing(warehouse);
    assertThat(run("chmod", "-R", "a-w", warehouse.toString())).isZero();
    try {
      refused(warehouse, "ermission denied", Map.of());
      refused(warehouse, "/new", Map.of("target", "@/new"));
      assertThat(Calls.listing(warehouse)).isEqualTo(before);
    } finally {
      run("chmod", "-R", "u+w", warehouse.toString());
    }
  }

  private static void refused(Path warehouse, String says, Map<String, String> options)
      throws IOException {
    String file = calls.properties(options, warehouse).toString();
    // Root keeps to the rights of files only without the capabilities to pass over them.
    List<String> bound =
        Files.isWritable(warehouse)
            ? List.of("setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search")
            : List.of();
    Said said = ingest(bound, Main.class, "ingest", "--json", "--options", file);
    calls.assertRefused(said, TARGET_NOT_WRITABLE, says, options);
  }

  /** Runs a process whose output goes to pipes, for it may be forbidden to write files. */
  private static Said ingest(List<String> prefix, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:-UsePerfData", "-cp", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    CompletableFuture<String> err = text(process.getErrorStream());
    String out = text(process.getInputStream()).join();
    return new Said(process.onExit().join().exitValue(), out, err.join());
  }

  private static CompletableFuture<String> text(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
