package io.strandline.gateway;

import io.strandline.codec.Response;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The file that tells the owner of the process, and nobody else, how to reach the gateway. */
final class ConnectionFile {

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private ConnectionFile() {}

  /** Writes the file in one step: a reader sees all of it or none. */
  static void write(Path file, int port, String token, long pid, String version)
      throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + "." + pid + ".tmp");
    Files.deleteIfExists(draft);
    try (FileChannel channel =
        FileChannel.open(
            draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
      ByteBuffer text =
          StandardCharsets.UTF_8.encode(Response.connection(port, token, pid, version));
      while (text.hasRemaining()) {
        channel.write(text);
      }
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
