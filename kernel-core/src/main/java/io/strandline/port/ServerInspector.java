package io.strandline.port;

import java.util.Optional;

/** Looks at a server for a person who sets a stream up. */
public interface ServerInspector {

  /**
   * What this login may see, in some short statements; what it may not see is no error.
   *
   * @param captureInstance name of the instance followed
   * @param tableId object id of its table; empty if it is not known
   */
  ServerView inspect(String captureInstance, Optional<Integer> tableId);
}
