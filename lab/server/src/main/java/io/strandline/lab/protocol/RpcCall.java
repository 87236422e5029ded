package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One remote procedure call of a message.
 *
 * @param procedure its name; a well-known id is given its name
 * @param withoutColumns whether the client knows the columns and wants them left out
 * @param parameters in the order sent
 */
record RpcCall(String procedure, boolean withoutColumns, List<RpcParameter> parameters) {

  String text(int position, String what) {
    return argument(position, what) instanceof String text ? text : missing(what);
  }

  /** The text at a position, or empty if it is NULL or not there. */
  String optionalText(int position) {
    return position < parameters.size() && parameters.get(position).value() instanceof String text
        ? text
        : "";
  }

  int number(int position, String what) {
    return argument(position, what) instanceof Integer number ? number : missing(what);
  }

  /** The number at a position, or another one if it is NULL or not there. */
  int optionalNumber(int position, int otherwise) {
    return position < parameters.size()
            && parameters.get(position).value() instanceof Integer number
        ? number
        : otherwise;
  }

  private @Nullable Object argument(int position, String what) {
    return position < parameters.size() ? parameters.get(position).value() : missing(what);
  }

  private <T> T missing(String what) throws SqlException {
    throw Refusals.missingArgument(procedure, what);
  }
}
