package io.strandline.lab.protocol;

import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Statement text with its declared parameters.
 *
 * @param sql the text
 * @param declaration the declaration string as sent
 * @param declared its parameters in order
 */
record PreparedText(String sql, String declaration, List<Declaration> declared) {

  static PreparedText of(String sql, String declaration) {
    return new PreparedText(sql, declaration, Declaration.parse(declaration));
  }

  /**
   * Gives the declared parameters the values of a call, by name or by position.
   *
   * @param from the first argument that is a value
   * @throws io.strandline.lab.session.SqlException 8178 for a missing, 8144 for a surplus argument
   */
  SqlRequest.Text bind(RpcCall call, int from) {
    int supplied = Math.max(0, call.parameters().size() - from);
    if (supplied > declared.size()) {
      throw Refusals.tooManyArguments(call.procedure());
    }
    List<Parameter> bound = new ArrayList<>(declared.size());
    for (int i = 0; i < declared.size(); i++) {
      Declaration wanted = declared.get(i);
      int place = placeOf(call, from, i);
      if (place < 0) {
        throw Refusals.missingParameter(declaration, sql, wanted.name());
      }
      RpcParameter sent = call.parameters().get(place);
      bound.add(wanted.bind(sent));
    }
    return new SqlRequest.Text(sql, bound);
  }

  /** The parameters with NULLs, to describe the text. */
  SqlRequest.Text unbound() {
    return new SqlRequest.Text(
        sql,
        declared.stream().map(d -> new Parameter(d.name(), d.type(), null, d.output())).toList());
  }

  /** The argument that belongs to a declared parameter; negative if there is none. */
  static int placeOf(RpcCall call, int from, int position, String name) {
    List<RpcParameter> sent = call.parameters();
    int place = from + position;
    if (place < sent.size()) {
      String there = sent.get(place).name();
      if (there.isEmpty() || there.equalsIgnoreCase(name)) {
        return place;
      }
    }
    for (int i = from; i < sent.size(); i++) {
      if (sent.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private int placeOf(RpcCall call, int from, int position) {
    return placeOf(call, from, position, declared.get(position).name());
  }
}
