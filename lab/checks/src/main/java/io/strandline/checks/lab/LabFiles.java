package io.strandline.checks.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files by which a lab tells other processes how to reach it; each appears whole or not at all. */
final class LabFiles {

  private LabFiles() {}

  /** Writes a file for everyone. */
  static void write(Path file, String text) throws IOException {
    Path draft = draft(file);
    Files.writeString(draft, text);
    publish(draft, file);
  }

  /** Writes a file that only its owner may read. */
  static void writeSecret(Path file, String text) throws IOException {
    Path draft = draft(file);
    Files.deleteIfExists(draft);
    Files.newByteChannel(
            draft,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
        .close();
    Files.writeString(draft, text);
    publish(draft, file);
  }

  private static Path draft(Path file) {
    return file.resolveSibling(file.getFileName() + ".draft");
  }

  private static void publish(Path draft, Path file) throws IOException {
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
