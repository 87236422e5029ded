package io.strandline.delta.kernel;

import io.strandline.port.WrittenFiles;
import java.util.List;
import java.util.stream.Stream;

/**
 * Data files of a table that are written and not yet committed.
 *
 * @param all in the order they were written
 */
public record DataFiles(List<DataFile> all) implements WrittenFiles {

  /** No files. */
  public static final DataFiles NONE = new DataFiles(List.of());

  public DataFiles {
    all = List.copyOf(all);
  }

  @Override
  public int files() {
    return all.size();
  }

  @Override
  public long bytes() {
    return all.stream().mapToLong(DataFile::size).sum();
  }

  @Override
  public long rows() {
    return all.stream().mapToLong(DataFile::rows).sum();
  }

  /** These files and others after them. */
  public DataFiles and(DataFiles others) {
    return new DataFiles(Stream.concat(all.stream(), others.all.stream()).toList());
  }

  /** The files' URIs. */
  public List<String> paths() {
    return all.stream().map(DataFile::path).toList();
  }
}
