package io.strandline.sim;

import io.strandline.check.Draw;

/**
 * How rough a run is: chances in per mille. A seed draws which kinds of trouble it has at all, so
 * that each kind also occurs without the others that would hide it.
 *
 * @param crash of a process, before or after a port call
 * @param failure of a port call, with or without its effect
 * @param commitFault of a commit's answer
 * @param laggingReplica of a reading session
 * @param weather that something happens at a port call
 * @param concurrency that a step has several callers
 * @param hostileCleanup whether cleanup may pass the stream
 * @param clockTrouble whether the server's clock goes wrong
 * @param foreignHarm whether other writers harm the table
 * @param tableLoss whether the table may be dropped
 */
record Climate(
    int crash,
    int failure,
    int commitFault,
    int laggingReplica,
    int weather,
    int concurrency,
    boolean hostileCleanup,
    boolean clockTrouble,
    boolean foreignHarm,
    boolean tableLoss) {

  static final Climate CALM = new Climate(0, 0, 0, 0, 0, 0, false, false, false, false);

  static Climate of(Draw draw) {
    return new Climate(
        sometimes(draw, 40),
        sometimes(draw, 40),
        sometimes(draw, 400),
        sometimes(draw, 150),
        sometimes(draw, 400),
        sometimes(draw, 900),
        draw.perMille(250),
        draw.perMille(400),
        draw.perMille(150),
        draw.perMille(150));
  }

  private static int sometimes(Draw draw, int most) {
    return draw.perMille(350) ? 0 : draw.between(1, most);
  }
}
