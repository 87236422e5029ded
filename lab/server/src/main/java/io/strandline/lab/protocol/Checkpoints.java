package io.strandline.lab.protocol;

import io.strandline.lab.faults.Effect;
import io.strandline.lab.faults.FaultPoint.Kind;
import io.strandline.lab.faults.RequestFaults;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.SqlException;
import java.util.List;

/** The points that one request passes, and the faults that happen to it there. */
final class Checkpoints {

  private final RequestFaults faults;
  private final PacketWriter packets;
  private final AttentionGate gate;
  private final Runnable kill;

  /**
   * The points of a request.
   *
   * @param kill resets the connection
   */
  Checkpoints(RequestFaults faults, PacketWriter packets, AttentionGate gate, Runnable kill) {
    this.faults = faults;
    this.packets = packets;
    this.gate = gate;
    this.kill = kill;
  }

  RequestFaults faults() {
    return faults;
  }

  /**
   * Passes a point.
   *
   * @throws SqlException for an error that is to happen here
   * @throws CancelledException after the connection was reset
   */
  void reach(Kind point) {
    perform(faults.at(point));
  }

  /** Passes a number of sent rows. */
  void reachRows(long rows, boolean more) {
    perform(faults.atRows(rows, more));
  }

  private void perform(List<Effect> effects) {
    for (Effect effect : effects) {
      perform(effect);
    }
  }

  void perform(Effect effect) {
    if (effect instanceof Effect.Delay delay) {
      gate.pauseOrCancel(delay.time());
    } else if (effect instanceof Effect.RaiseError raised) {
      throw new SqlException(raised.message());
    } else if (effect instanceof Effect.Blackhole) {
      packets.discard();
      gate.awaitClosed();
      throw new CancelledException("the connection was silent until it was closed");
    } else {
      if (effect instanceof Effect.HalfPacket) {
        packets.half();
      } else {
        packets.push();
      }
      kill.run();
      throw new CancelledException("the connection was killed by a fault");
    }
  }
}
