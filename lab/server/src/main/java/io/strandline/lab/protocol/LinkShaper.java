package io.strandline.lab.protocol;

import io.strandline.lab.faults.Link;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** One connection's side of a {@link Link}: paces and cuts what is sent. */
final class LinkShaper {

  private final Link link;
  private final AttentionGate gate;

  LinkShaper(Link link, AttentionGate gate) {
    this.link = link;
    this.gate = gate;
  }

  /** How many bytes the next packet may hold, 1 to {@code most}. */
  int packetRoom(int most) {
    return link.nextPiece(most);
  }

  /** Waits before a reply as long as the link says. */
  void delayReply() {
    Duration delay = link.nextDelay();
    if (!delay.isZero()) {
      gate.pauseOrCancel(delay);
    }
  }

  /** Writes a packet. */
  void write(OutputStream out, byte[] packet, int length) throws IOException {
    if (link.isSplitting()) {
      int at = 0;
      while (at < length) {
        int piece = link.nextPiece(length - at);
        out.write(packet, at, piece);
        out.flush();
        at += piece;
      }
    } else {
      out.write(packet, 0, length);
    }
    Duration time = link.timeOf(length);
    if (!time.isZero()) {
      gate.pauseUnlessClosed(time);
    }
  }
}
