package io.strandline.checks.scene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.TreeMap;

/** Lists a folder; also while others write to it. */
final class Listing extends SimpleFileVisitor<Path> {

  private static final long FOLDER = -1;

  private final Path folder;
  private final Map<String, Long> found = new TreeMap<>();

  private Listing(Path folder) {
    this.folder = folder;
  }

  /** Every file with its size, and every folder; empty if there is none. */
  static Map<String, Long> of(Path folder) {
    Listing listing = new Listing(folder);
    try {
      Files.walkFileTree(folder, listing);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return listing.found;
  }

  private FileVisitResult add(Path path, long size) {
    found.put(folder.relativize(path).toString(), size);
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
    return add(path, FOLDER);
  }

  @Override
  public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
    return add(path, attributes.size());
  }

  @Override
  public FileVisitResult visitFileFailed(Path path, IOException error) throws IOException {
    // A draft that was renamed after its folder was read.
    if (error instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw error;
  }
}
