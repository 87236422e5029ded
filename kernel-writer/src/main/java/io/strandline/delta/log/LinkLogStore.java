package io.strandline.delta.log;

import io.delta.storage.HadoopFileSystemLogStore;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * The log store of {@code file:} tables: a commit file is a hard link to a synced temporary file.
 *
 * <p>Linking is atomic and fails if the name is taken, among processes too (POSIX link). Kernel's
 * own stores check and rename, which loses to a second writer (measured: tables that no reader can
 * open). Instantiated by Kernel, by name. Thread-safe.
 */
public final class LinkLogStore extends HadoopFileSystemLogStore {

  /** A store; Kernel makes one for each write. */
  public LinkLogStore(Configuration configuration) {
    super(configuration);
  }

  @Override
  public void write(
      org.apache.hadoop.fs.Path path,
      Iterator<String> actions,
      Boolean overwrite,
      Configuration configuration)
      throws IOException {
    Path target = local(path);
    Path folder = target.resolveSibling("");
    if (!overwrite && Files.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    Path temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      writeSynced(temporary, actions);
      if (overwrite) {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      } else {
        link(target, temporary);
      }
      FolderSync.sync(folder);
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException(folder + " is not there");
    } finally {
      deleteQuietly(temporary);
    }
  }

  private static void writeSynced(Path file, Iterator<String> lines) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
      while (lines.hasNext()) {
        out.write(lines.next().getBytes(StandardCharsets.UTF_8));
        out.write('\n');
      }
      out.flush();
      channel.force(true);
    }
  }

  private static void link(Path target, Path temporary) throws IOException {
    try {
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException e) {
      // A network file system may repeat a request whose answer was lost, and then our own link is
      // what is already there.
      if (!Files.isSameFile(target, temporary)) {
        throw e;
      }
    } catch (UnsupportedOperationException e) {
      throw new IOException("the file system of " + target + " has no hard links", e);
    }
  }

  private static void deleteQuietly(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // A hidden name that no reader lists; failing here would hide the outcome of the write.
      return;
    }
  }

  /** The files of the folder from the given name on; reads attributes of those only. */
  @Override
  public Iterator<FileStatus> listFrom(org.apache.hadoop.fs.Path path, Configuration configuration)
      throws IOException {
    Path first = local(path);
    String name = path.getName();
    List<FileStatus> found = new ArrayList<>();
    try (DirectoryStream<Path> folder =
        Files.newDirectoryStream(
            first.resolveSibling(""), file -> file.getFileName().toString().compareTo(name) >= 0)) {
      for (Path file : folder) {
        addStatus(found, path.getParent(), file);
      }
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException(path.getParent() + " is not there");
    } catch (NotDirectoryException e) {
      throw new IOException(path.getParent() + " is not a folder", e);
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    found.sort(Comparator.comparing(status -> status.getPath().getName()));
    return found.iterator();
  }

  private static void addStatus(List<FileStatus> found, org.apache.hadoop.fs.Path parent, Path file)
      throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return;
    }
    found.add(
        new FileStatus(
            attributes.size(),
            attributes.isDirectory(),
            1,
            0,
            attributes.lastModifiedTime().toMillis(),
            new org.apache.hadoop.fs.Path(parent, file.getFileName().toString())));
  }

  @Override
  public Boolean isPartialWriteVisible(
      org.apache.hadoop.fs.Path path, Configuration configuration) {
    // Checkpoints go through a rename that relies on this; without it a half-written one shows.
    return true;
  }

  private static Path local(org.apache.hadoop.fs.Path path) {
    return new File(path.toUri().getPath()).toPath();
  }
}
