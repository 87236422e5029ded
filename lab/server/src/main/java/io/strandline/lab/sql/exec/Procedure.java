package io.strandline.lab.sql.exec;

import java.util.List;

/**
 * A system procedure.
 *
 * @param parameters names in order, lower case
 */
record Procedure(List<String> parameters, Body body) {

  /** What it does. */
  @FunctionalInterface
  interface Body {
    void run(ProcedureCall call);
  }

  static Procedure of(String parameters, Body body) {
    return new Procedure(List.of(parameters.trim().split("\\s+")), body);
  }

  static Procedure withoutParameters(Body body) {
    return new Procedure(List.of(), body);
  }
}
