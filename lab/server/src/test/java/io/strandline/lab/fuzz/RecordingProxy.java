package io.strandline.lab.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and a server and keeps each connection's messages to the server. */
final class RecordingProxy implements AutoCloseable {

  private static final int HEADER = 8;

  private final ServerSocket listener;
  private final int target;
  private final List<List<byte[]>> connections = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  RecordingProxy(int target) throws IOException {
    this.target = target;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** The messages of each connection, in order, each with the headers of its packets. */
  List<List<byte[]>> connections() {
    return connections;
  }

  private void start(Runnable work) {
    Thread thread = new Thread(work, "recording-proxy");
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        List<byte[]> messages = new CopyOnWriteArrayList<>();
        connections.add(messages);
        start(() -> forward(client, server, messages));
        start(() -> answer(server, client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void forward(Socket client, Socket server, List<byte[]> messages) {
    try (client;
        server) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      OutputStream out = server.getOutputStream();
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      while (true) {
        byte[] header = new byte[HEADER];
        in.readFully(header);
        byte[] body = new byte[((header[2] & 0xFF) << 8 | header[3] & 0xFF) - HEADER];
        in.readFully(body);
        message.writeBytes(header);
        message.writeBytes(body);
        if ((header[1] & 1) != 0) {
          messages.add(message.toByteArray());
          message.reset();
        }
        out.write(header);
        out.write(body);
      }
    } catch (EOFException e) {
      return;
    } catch (IOException e) {
      return;
    }
  }

  private static void answer(Socket server, Socket client) {
    try {
      InputStream in = server.getInputStream();
      in.transferTo(client.getOutputStream());
      client.shutdownOutput();
    } catch (IOException e) {
      return;
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    listener.close();
    for (Thread thread : new ArrayList<>(threads)) {
      thread.join(5_000);
    }
  }
}
