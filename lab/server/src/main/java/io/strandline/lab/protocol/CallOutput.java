package io.strandline.lab.protocol;

import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An output value and the place of its parameter in the call, from 0. */
record CallOutput(int ordinal, Parameter parameter) {

  /** A number for the parameter at a place. */
  static CallOutput number(RpcCall call, int place, @Nullable Integer value) {
    String name = call.parameters().get(place).name();
    SqlType type = SqlType.of(SqlType.Kind.INT);
    return new CallOutput(place, new Parameter(name, type, value, true));
  }

  /** Adds a number for the parameter at a place, if it was passed by reference. */
  static void add(List<CallOutput> outputs, RpcCall call, int place, @Nullable Integer value) {
    if (place < call.parameters().size() && call.parameters().get(place).output()) {
      outputs.add(number(call, place, value));
    }
  }
}
