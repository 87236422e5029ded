package io.strandline.lab.control;

import java.util.List;

/**
 * What a procedure of schema {@code lab} is for.
 *
 * @param name without the schema
 * @param summary what it does, in a sentence without its full stop
 * @param parameters in order
 */
public record ControlProcedure(String name, String summary, List<Argument> parameters) {

  /**
   * A parameter.
   *
   * @param name with its {@code @}, lower case
   * @param type by its SQL name
   * @param meaning what it means and what holds without it
   */
  public record Argument(String name, String type, String meaning) {}

  /** The call with its parameters, as a line of help. */
  public String usage() {
    StringBuilder usage = new StringBuilder("EXEC lab.").append(name);
    String separator = " ";
    for (Argument parameter : parameters) {
      usage.append(separator).append(parameter.name());
      separator = ", ";
    }
    return usage.toString();
  }
}
