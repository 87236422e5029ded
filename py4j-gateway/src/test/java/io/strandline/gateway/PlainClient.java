package io.strandline.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that speaks Py4J's protocol on a plain socket, as its documentation has it. */
public final class PlainClient implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 90_000;

  private final Socket socket;
  private final BufferedReader answers;

  /** Connects, and shows nothing. */
  public PlainClient(int port) throws IOException {
    socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    answers =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Connects and shows a token. */
  public static PlainClient admitted(int port, String token) throws IOException {
    PlainClient client = new PlainClient(port);
    String answer = client.send("A\n" + token + "\n");
    if (!"!yv".equals(answer)) {
      client.close();
      throw new IOException("the token was refused: " + answer);
    }
    return client;
  }

  /** Sends lines and returns the next line; null if the connection was closed. */
  String send(String lines) throws IOException {
    socket.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
    return answers.readLine();
  }

  /** Calls the entry point. */
  public String call(String request) throws IOException {
    String escaped = request.replace("\\", "\\\\").replace("\r", "\\r").replace("\n", "\\n");
    String answer = send("c\nt\ncall\ns" + escaped + "\ne\n");
    if (answer == null || !answer.startsWith("!ys")) {
      throw new IOException("no text came: " + answer);
    }
    return unescaped(answer.substring("!ys".length()));
  }

  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == '\\') {
        i++;
        char code = text.charAt(i);
        next = code == 'n' ? '\n' : code == 'r' ? '\r' : code;
      }
      plain.append(next);
    }
    return plain.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
