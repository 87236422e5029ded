package io.strandline.lab.objects;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;

/**
 * The server's process: prints its port, then takes a fault a line from its input and answers each
 * with a number. It ends with its input.
 */
final class ServerMain {

  private ServerMain() {}

  /**
   * @param arguments the account's key and secret, and the bucket
   */
  public static void main(String[] arguments) throws Exception {
    Faults store = new Faults();
    S3Proxy server =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, arguments[0], arguments[1])
            .metricsEnabled(false)
            .build();
    server.start();
    store.createContainer(arguments[2]);
    PrintStream out = System.out;
    out.println(server.getPort());
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(obey(store, line.split(" ", 2)));
    }
    server.stop();
    System.exit(0);
  }

  private static int obey(Faults store, String[] words) {
    switch (words[0]) {
      case "lose" -> store.loseAnswerOf(words[1]);
      case "die" -> store.dieAfter(words[1]);
      case "heal" -> store.heal();
      case "ignore" -> store.ignoreConditions();
      case "listed" -> {
        return store.takeListed();
      }
      default -> throw new IllegalArgumentException(words[0]);
    }
    return 0;
  }
}
