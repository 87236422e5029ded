package io.strandline.delta;

import io.strandline.delta.kernel.DataFile;
import io.strandline.delta.kernel.DataFiles;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.error.StalePlanException;
import io.strandline.port.FileDocument;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Written files as documents and back, for commits by another process. */
final class WrittenDocuments {

  private static final String REMEDY = "Plan the batch anew; nothing was committed.";

  /** A name as Parquet files get it here: in the table's folder itself, and not hidden. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*\\.parquet");

  private final DeltaStorage storage;
  private final Location location;

  WrittenDocuments(DeltaStorage storage, Location location) {
    this.storage = storage;
    this.location = location;
  }

  static List<FileDocument> of(DataFiles files) {
    return files.all().stream().map(WrittenDocuments::of).toList();
  }

  private static FileDocument of(DataFile file) {
    return new FileDocument(
        file.name(), file.size(), file.modifiedAt(), file.rows(), file.layout());
  }

  /**
   * The files of documents.
   *
   * @throws StalePlanException if one names no file of the table, or another one
   */
  DataFiles files(List<FileDocument> documents) {
    return new DataFiles(documents.stream().map(this::file).toList());
  }

  private DataFile file(FileDocument document) {
    String name = document.path();
    if (!NAME.matcher(name).matches()) {
      throw new StalePlanException("'" + name + "' is no data file of the table", REMEDY);
    }
    String path = location.kernelPath() + "/" + name;
    OptionalLong size = Failures.reading(location, () -> storage.size(path));
    if (size.isEmpty()) {
      throw new StalePlanException("the data file '" + name + "' is not there", REMEDY);
    }
    if (size.getAsLong() != document.size()) {
      throw new StalePlanException(
          "the data file '"
              + name
              + "' has "
              + size.getAsLong()
              + " bytes, and "
              + document.size()
              + " were written",
          REMEDY);
    }
    return new DataFile(
        path,
        name,
        document.size(),
        document.modifiedAt(),
        document.rows(),
        Optional.empty(),
        document.layout());
  }
}
