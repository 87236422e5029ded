package io.strandline.lab.protocol;

import java.util.HashMap;
import java.util.Map;

/** The prepared statements of one connection by their handles. */
final class StatementHandles {

  private static final int MAX_HANDLES = 10_000;

  private final Map<Integer, PreparedText> byHandle = new HashMap<>();
  private int last;

  /**
   * Keeps a text and returns its new handle.
   *
   * @throws io.strandline.lab.session.SqlException 701 for more than 10,000 of them
   */
  int add(PreparedText text) {
    if (byHandle.size() == MAX_HANDLES) {
      throw Refusals.tooManyHandles(MAX_HANDLES);
    }
    last++;
    byHandle.put(last, text);
    return last;
  }

  /**
   * The text of a handle.
   *
   * @throws io.strandline.lab.session.SqlException 8179 if there is none
   */
  PreparedText get(int handle) {
    PreparedText text = byHandle.get(handle);
    if (text == null) {
      throw Refusals.unknownHandle(handle);
    }
    return text;
  }

  /**
   * Forgets a handle.
   *
   * @throws io.strandline.lab.session.SqlException 8179 if there is none
   */
  void remove(int handle) {
    if (byHandle.remove(handle) == null) {
      throw Refusals.unknownHandle(handle);
    }
  }

  void clear() {
    byHandle.clear();
  }
}
