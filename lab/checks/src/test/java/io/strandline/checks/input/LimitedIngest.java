package io.strandline.checks.input;

import io.strandline.cli.Main;
import java.io.IOException;

/**
 * Ingests twice: first as told, so that native libraries are unpacked, then in a process that may
 * write no byte into a file, which fails as a full disk does (EFBIG instead of ENOSPC).
 */
final class LimitedIngest {

  private LimitedIngest() {}

  /** Takes the options file of either call. */
  public static void main(String[] options) throws IOException {
    Calls.Said first = Calls.run("ingest", "--options", options[0]);
    if (first.exit() != 0) {
      throw new IllegalStateException(first.err());
    }
    String self = Long.toString(ProcessHandle.current().pid());
    Process limit = new ProcessBuilder("prlimit", "--pid", self, "--fsize=0").inheritIO().start();
    if (limit.onExit().join().exitValue() != 0) {
      throw new IllegalStateException("prlimit failed");
    }
    Main.main(new String[] {"ingest", "--json", "--options", options[1]});
  }
}
