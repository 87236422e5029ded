package io.strandline.sim;

import io.strandline.plan.SplitResult;
import io.strandline.port.ChangeSource;
import io.strandline.port.TableStore;
import java.util.List;

/** Puts something in the place of the ports, to break what the product relies on or promises. */
interface Substitute {

  /** Leaves the ports as they are. */
  Substitute NONE = new Substitute() {};

  default ChangeSource source(ChangeSource source, World world) {
    return source;
  }

  default TableStore store(TableStore store, World world) {
    return store;
  }

  /** What a commit takes of the results that it is given; {@code whole} has one of each split. */
  default List<SplitResult> results(List<SplitResult> whole, List<SplitResult> given, World world) {
    return given;
  }
}
