package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlMessage;
import java.util.Set;

/**
 * Errors that keep a statement from being compiled, so that preparing it returns no handle.
 *
 * <p>Syntax errors have class 15 (documented); the other numbers are those of names and types that
 * cannot be bound (general knowledge).
 */
final class CompileErrors {

  private static final int SYNTAX = 15;
  private static final Set<Integer> BINDING =
      Set.of(195, 206, 207, 208, 209, 213, 245, 257, 402, 529, 4104, 4121, 8117, 8120, 8155, 8158);

  private CompileErrors() {}

  static boolean contains(SqlMessage first) {
    return first.severity() == SYNTAX || BINDING.contains(first.number());
  }
}
