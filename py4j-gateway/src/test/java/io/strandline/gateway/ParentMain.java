package io.strandline.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A client that starts a gateway, says which process it is, and then does nothing. */
final class ParentMain {

  private ParentMain() {}

  /** Arguments: a file for the process id, then the gateway's command line. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> command = List.of(arguments).subList(1, arguments.length);
    Process child =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Path draft = Path.of(arguments[0] + ".tmp");
    Files.writeString(draft, Long.toString(child.pid()));
    Files.move(draft, Path.of(arguments[0]), StandardCopyOption.ATOMIC_MOVE);
    new CountDownLatch(1).await();
  }
}
