package io.strandline.lab.protocol;

import io.strandline.lab.wire.WireWriter;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Cuts a reply into packets and sends each as soon as it is full.
 *
 * <p>Once a write has failed, or {@link #discard} was called, output goes nowhere; {@link #lost}
 * tells. Not thread-safe.
 */
final class PacketWriter {

  private final OutputStream out;
  private final LinkShaper link;
  private final int spid;
  private final WireWriter body = new WireWriter(this::drain);
  private byte[] packet;
  private int packetId;
  private boolean lost;
  private boolean discarding;

  PacketWriter(OutputStream out, LinkShaper link, int spid, int packetSize) {
    this.out = out;
    this.link = link;
    this.spid = spid;
    this.packet = new byte[packetSize];
  }

  /** The tokens of the open reply; {@link WireWriter#spill} sends full packets. */
  WireWriter body() {
    return body;
  }

  /** Applies from the next packet on. */
  void packetSize(int bytes) {
    packet = new byte[bytes];
  }

  /** Whether the client cannot be reached any more. */
  boolean lost() {
    return lost;
  }

  /** Swallows all further output. */
  void discard() {
    discarding = true;
  }

  /** Sends full packets, keeping at least one byte for the last packet of the message. */
  void drain() {
    int full = packet.length - Message.HEADER_SIZE;
    int sent = 0;
    while (body.size() - sent > full) {
      int room = room(full);
      send(sent, room, 0);
      sent += room;
    }
    if (sent > 0) {
      body.removeFirst(sent);
    }
  }

  /** Before there is a session a reply must be one packet (read in the driver's source). */
  private int room(int most) {
    return spid == 0 ? most : link.packetRoom(most);
  }

  /** Sends all that is there without ending the message. */
  void push() {
    drain();
    if (body.size() > 0) {
      send(0, body.size(), 0);
      body.clear();
    }
  }

  /** Sends the first half of a packet of what is there, or of nothing. */
  void half() {
    drain();
    int length = Math.max(body.size(), 64);
    body.fill(0, length - body.size());
    write(0, length, 0, Message.HEADER_SIZE + length / 2);
    body.clear();
  }

  /** Ends the message. */
  void end() {
    drain();
    if (body.size() > 1) {
      int room = room(body.size() - 1);
      if (room < body.size() - 1) {
        send(0, room, 0);
        body.removeFirst(room);
      }
    }
    send(0, body.size(), Message.STATUS_END);
    body.clear();
    packetId = 0;
  }

  private void send(int from, int length, int status) {
    write(from, length, status, length + Message.HEADER_SIZE);
  }

  /** Writes the first {@code written} bytes of a packet. */
  private void write(int from, int length, int status, int written) {
    if (lost || discarding) {
      return;
    }
    int total = length + Message.HEADER_SIZE;
    packetId = (packetId + 1) & 0xFF;
    packet[0] = (byte) Message.REPLY;
    packet[1] = (byte) status;
    packet[2] = (byte) (total >>> 8);
    packet[3] = (byte) total;
    packet[4] = (byte) (spid >>> 8);
    packet[5] = (byte) spid;
    packet[6] = (byte) packetId;
    packet[7] = 0;
    body.copyTo(from, packet, Message.HEADER_SIZE, length);
    try {
      link.write(out, packet, written);
    } catch (IOException e) {
      lost = true;
    }
  }
}
