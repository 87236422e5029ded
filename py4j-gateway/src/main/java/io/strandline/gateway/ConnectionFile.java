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

  static final String ADDRESS = "127.0.0.1";

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path file;
  private String written = "";

  ConnectionFile(Path file) {
    this.file = file;
  }

  /** Writes the file in one step: a reader sees all of it or none. */
  synchronized void write(int port, String token, long pid, String version) throws IOException {
    String text = Response.connection(ADDRESS, port, token, pid, version);
    Path draft = file.resolveSibling(file.getFileName() + "." + pid + ".tmp");
    Files.deleteIfExists(draft);
    try {
      writeDraft(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
    written = text;
  }

  private static void writeDraft(Path draft, String text) throws IOException {
    Set<StandardOpenOption> create =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(draft, create, OWNER_ONLY)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  /** Removes the file, unless another gateway has taken the name or the client has removed it. */
  synchronized void delete() {
    try {
      if (!written.isEmpty() && Files.exists(file) && Files.readString(file).equals(written)) {
        Files.delete(file);
      }
    } catch (IOException e) {
      // A stale file says a port where nothing listens.
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
