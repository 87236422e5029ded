package io.strandline.checks.script;

/** A script that cannot be read: its line and why. */
public final class ScriptException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ScriptException(int line, String why) {
    super("line " + line + ": " + why);
  }
}
