package io.strandline.delta.kernel;

import io.delta.kernel.utils.DataFileStatus;
import io.strandline.port.WrittenFiles;
import java.util.List;

/** Data files of a table that are written and not yet committed. Immutable. */
public final class DataFiles implements WrittenFiles {

  /** No files. */
  public static final DataFiles NONE = new DataFiles(List.of());

  private final List<DataFileStatus> statuses;
  private final long bytes;
  private final long rows;

  DataFiles(List<DataFileStatus> statuses) {
    this.statuses = List.copyOf(statuses);
    this.bytes = statuses.stream().mapToLong(DataFileStatus::getSize).sum();
    this.rows =
        statuses.stream()
            .mapToLong(status -> status.getStatistics().orElseThrow().getNumRecords())
            .sum();
  }

  @Override
  public int files() {
    return statuses.size();
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long rows() {
    return rows;
  }

  /** The files' URIs, in the order they were written. */
  public List<String> paths() {
    return statuses.stream().map(DataFileStatus::getPath).toList();
  }

  /** These files and others after them. */
  public DataFiles and(DataFiles others) {
    List<DataFileStatus> all = new java.util.ArrayList<>(statuses);
    all.addAll(others.statuses);
    return new DataFiles(all);
  }

  List<DataFileStatus> statuses() {
    return statuses;
  }
}
