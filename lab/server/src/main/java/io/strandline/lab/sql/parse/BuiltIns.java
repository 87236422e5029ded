package io.strandline.lab.sql.parse;

/** Which unqualified function names the emulated server version compiles. */
public interface BuiltIns {

  /** Whether {@code name}, in upper case, is a built-in function of the version. */
  boolean isKnown(String name);
}
