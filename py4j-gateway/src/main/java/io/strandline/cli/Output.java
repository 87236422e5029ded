package io.strandline.cli;

import picocli.CommandLine.Option;

/** How a command answers; mixed into every one. */
public final class Output {

  @Option(
      names = "--json",
      description = "print exactly one JSON document on stdout; all else goes to stderr")
  private boolean json;

  /** Whether the answer is one JSON document. */
  public boolean json() {
    return json;
  }
}
