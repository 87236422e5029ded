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
 * @param gust that something happens at the focus
 * @param focus the port call at which most happens
 * @param favourite what happens there
 * @param concurrency that a step has several callers
 * @param quiet whether hardly anything happens to the followed table
 * @param hostileCleanup whether cleanup may pass the stream
 * @param clockTrouble whether the server's clock goes wrong
 * @param foreignHarm whether other writers harm the table
 * @param tableLoss whether the table may be dropped
 * @param replicaPoll of a look at the source that a lagging replica answers
 * @param definitions whether columns and capture instances change
 * @param hostileDisable whether instances are disabled before the stream has read them
 * @param oddTypes whether columns take types that none before them fits
 * @param moves whether the database's names change
 * @param restores whether the database goes back to a copy
 * @param zoneTrouble whether the server tells other zones
 */
record Climate(
    int crash,
    int failure,
    int commitFault,
    int laggingReplica,
    int weather,
    int gust,
    PortCall focus,
    Weather.Event favourite,
    int concurrency,
    boolean quiet,
    boolean hostileCleanup,
    boolean clockTrouble,
    boolean foreignHarm,
    boolean tableLoss,
    int replicaPoll,
    boolean definitions,
    boolean hostileDisable,
    boolean oddTypes,
    boolean moves,
    boolean restores,
    boolean zoneTrouble) {

  /** Nothing goes wrong. */
  Climate calm() {
    return new Climate(
        0,
        0,
        0,
        0,
        0,
        0,
        focus,
        favourite,
        0,
        quiet,
        false,
        clockTrouble,
        false,
        false,
        0,
        definitions,
        false,
        oddTypes,
        moves,
        restores,
        zoneTrouble);
  }

  /** The same with most of it at another port call. */
  Climate focusedOn(PortCall call) {
    return new Climate(
        crash,
        failure,
        commitFault,
        laggingReplica,
        weather,
        gust,
        call,
        favourite,
        concurrency,
        quiet,
        hostileCleanup,
        clockTrouble,
        foreignHarm,
        tableLoss,
        replicaPoll,
        definitions,
        hostileDisable,
        oddTypes,
        moves,
        restores,
        zoneTrouble);
  }

  /** The same where other writers harm the table. */
  Climate harming() {
    return new Climate(
        crash,
        failure,
        commitFault,
        laggingReplica,
        weather,
        gust,
        focus,
        favourite,
        concurrency,
        quiet,
        hostileCleanup,
        clockTrouble,
        true,
        tableLoss,
        replicaPoll,
        definitions,
        hostileDisable,
        oddTypes,
        moves,
        restores,
        zoneTrouble);
  }

  /** The same where the table may be dropped. */
  Climate losingTables() {
    return new Climate(
        crash,
        failure,
        commitFault,
        laggingReplica,
        weather,
        gust,
        focus,
        favourite,
        concurrency,
        quiet,
        hostileCleanup,
        clockTrouble,
        foreignHarm,
        true,
        replicaPoll,
        definitions,
        hostileDisable,
        oddTypes,
        moves,
        restores,
        zoneTrouble);
  }

  static Climate of(Draw draw) {
    return new Climate(
        sometimes(draw, 40),
        sometimes(draw, 40),
        sometimes(draw, 400),
        sometimes(draw, 150),
        sometimes(draw, 400),
        sometimes(draw, 400),
        draw.of(PortCall.POLL, PortCall.MEASURE, PortCall.NEXT, PortCall.COMMIT, PortCall.HEAD),
        draw.of(Weather.Event.values()),
        sometimes(draw, 900),
        draw.perMille(250),
        draw.perMille(250),
        draw.perMille(400),
        draw.perMille(150),
        draw.perMille(150),
        draw.perMille(150) ? draw.between(1, 100) : 0,
        draw.perMille(550),
        draw.perMille(250),
        draw.perMille(350),
        draw.perMille(200),
        draw.perMille(100),
        draw.perMille(120));
  }

  private static int sometimes(Draw draw, int most) {
    return draw.perMille(350) ? 0 : draw.between(1, most);
  }
}
