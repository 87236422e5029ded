package io.strandline.lab.objects;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * A running server of the S3 protocol with one empty bucket, in a process of its own because its
 * libraries are other versions than the product's. Not thread-safe; the server itself is.
 */
public final class ObjectServer implements AutoCloseable {

  /** The account's key. */
  public static final String KEY = "reader-and-writer";

  /** The account's secret; must never show anywhere. */
  public static final String SECRET = "nobody-should-see-this";

  private final Process process;
  private final BufferedReader answers;
  private final PrintStream commands;
  private final String bucket;
  private final int port;

  private ObjectServer(Process process, String bucket) throws IOException {
    this.process = process;
    this.bucket = bucket;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.port = Integer.parseInt(answer());
  }

  /** Starts a server on a free port of this machine, with a bucket of a name of its own. */
  public static ObjectServer start() throws IOException {
    String bucket = "lake-" + UUID.randomUUID();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                classPath(),
                ServerMain.class.getName(),
                KEY,
                SECRET,
                bucket)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new ObjectServer(process, bucket);
  }

  private static String classPath() throws IOException {
    try (InputStream list = ObjectServer.class.getResourceAsStream("classpath.txt")) {
      if (list == null) {
        throw new IOException("the class path of the server is not built");
      }
      Path own =
          Path.of(ObjectServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      String libraries =
          new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8)).readLine();
      return own + java.io.File.pathSeparator + libraries;
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** The name of the bucket. */
  public String bucket() {
    return bucket;
  }

  /** The URI of a path in the bucket. */
  public String uri(String path) {
    return "s3://" + bucket + "/" + path;
  }

  /** The server's URL. */
  public String endpoint() {
    return "http://127.0.0.1:" + port;
  }

  /** Hadoop's settings of a client that gives up soon. */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("fs.s3a.endpoint", endpoint());
    settings.put("fs.s3a.endpoint.region", "us-east-1");
    settings.put("fs.s3a.path.style.access", "true");
    settings.put("fs.s3a.access.key", KEY);
    settings.put("fs.s3a.secret.key", SECRET);
    settings.put("fs.s3a.attempts.maximum", "2");
    settings.put("fs.s3a.retry.limit", "1");
    settings.put("fs.s3a.retry.interval", "10ms");
    return settings;
  }

  /** The next put of a key that ends so is stored, and its answer is an error. */
  public void loseAnswerOf(String ending) {
    send("lose " + ending);
  }

  /** As {@link #loseAnswerOf}, and from then on every answer is an error. */
  public void dieAfter(String ending) {
    send("die " + ending);
  }

  /** The server goes right again. */
  public void heal() {
    send("heal");
  }

  /** The server takes no notice of a put's condition any more. */
  public void ignoreConditions() {
    send("ignore");
  }

  /** The objects that were listed since the last call. */
  public int takeListed() {
    return send("listed");
  }

  private int send(String command) {
    commands.println(command);
    try {
      return Integer.parseInt(answer());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String answer() throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the server has ended");
    }
    return answer;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
