package io.strandline.delta.kernel;

import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Function;

/** Reads of several files whose errors name the file that was being read. */
final class NamedReads {

  /** Opens an iterator over the contents of files. */
  interface Opener<T> {
    CloseableIterator<T> open(CloseableIterator<FileStatus> files) throws IOException;
  }

  private NamedReads() {}

  static <T> CloseableIterator<T> read(CloseableIterator<FileStatus> files, Opener<T> opener)
      throws IOException {
    String[] current = {"the log"};
    CloseableIterator<FileStatus> noted =
        files.map(
            file -> {
              current[0] = file.getPath();
              return file;
            });
    CloseableIterator<T> contents = opener.open(noted);
    return new CloseableIterator<>() {
      @Override
      public boolean hasNext() {
        return named(CloseableIterator::hasNext);
      }

      @Override
      public T next() {
        return named(CloseableIterator::next);
      }

      @Override
      public void close() throws IOException {
        contents.close();
      }

      private <V> V named(Function<CloseableIterator<T>, V> step) {
        try {
          return step.apply(contents);
        } catch (RuntimeException e) {
          throw translate(current[0], e);
        }
      }
    };
  }

  /**
   * The error to throw for one of Kernel's. A missing file passes as it is, since Kernel handles
   * it; of a malformed one the cause is dropped, because Kernel's messages quote the line.
   */
  private static RuntimeException translate(String file, RuntimeException error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof FileNotFoundException) {
        return error;
      }
      if (cause instanceof IOException
          && !(cause instanceof com.fasterxml.jackson.core.JsonProcessingException)) {
        return UnreadableFileException.of(file, cause, error);
      }
    }
    return new UnreadableFileException(
        file, "it is malformed (" + error.getClass().getSimpleName() + ")", null);
  }
}
