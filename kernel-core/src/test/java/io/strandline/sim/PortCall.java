package io.strandline.sim;

/** The calls across a port at which a simulated process can crash, fail or be overtaken. */
enum PortCall {
  POLL(Side.SOURCE),
  MEASURE(Side.SOURCE),
  TILES(Side.SOURCE),
  READ(Side.SOURCE),
  NEXT(Side.SOURCE),
  MIN_LSN_AFTER(Side.SOURCE),
  CLOSE_READER(Side.QUIET),
  SNAPSHOT_VIEW(Side.SOURCE),
  SNAPSHOT_LAYOUT(Side.SOURCE),
  SNAPSHOT_READ(Side.SOURCE),
  SNAPSHOT_NEXT(Side.SOURCE),
  STAMP_AFTER(Side.SOURCE),
  CLOSE_SNAPSHOT(Side.QUIET),
  HEAD(Side.TARGET),
  CREATE(Side.TARGET),
  WRITE(Side.TARGET),
  COMMIT(Side.TARGET),
  FATE_OF(Side.TARGET),
  DISCARD(Side.QUIET),
  MAINTAIN(Side.QUIET),
  FACTS_CREATE(Side.TARGET),
  FACTS_VIEW(Side.TARGET),
  FACTS_APPEND(Side.TARGET),
  CONTROL_CREATE(Side.TARGET),
  CONTROL_READ(Side.TARGET),
  CONTROL_PUBLISH(Side.TARGET);

  /** What a failure of a call looks like. */
  enum Side {
    /** The source cannot be reached. */
    SOURCE,
    /** The target cannot be written. */
    TARGET,
    /** The port promises not to throw. */
    QUIET
  }

  private final Side side;

  PortCall(Side side) {
    this.side = side;
  }

  Side side() {
    return side;
  }
}
