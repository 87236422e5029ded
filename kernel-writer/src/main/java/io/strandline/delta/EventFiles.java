package io.strandline.delta;

import io.strandline.codec.FactsCodec;
import io.strandline.codec.MalformedDocumentException;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.delta.kernel.Hashes;
import io.strandline.error.TargetNotWritableException;
import io.strandline.facts.FactsRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Events that a state cannot hold, in files beside the table's data whose names are hashes of their
 * content. Readers and VACUUM leave folders alone whose names begin with an underscore
 * (documented).
 */
final class EventFiles {

  private static final String FOLDER = "_strandline";
  private static final String PREFIX = "events-";
  private static final String SUFFIX = ".jsonl";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{64}\\.jsonl");

  private final DeltaStorage storage;
  private final Location location;

  EventFiles(DeltaStorage storage, Location location) {
    this.storage = storage;
    this.location = location;
  }

  /** Writes the rows; what is there already with the same content stays. */
  String store(List<FactsRow> rows) {
    List<String> lines = rows.stream().map(FactsCodec::write).toList();
    String name = PREFIX + hash(lines) + SUFFIX;
    Failures.writing(
        location,
        () -> {
          storage.writeLines(folder(), name, lines);
          return name;
        });
    return name;
  }

  private static String hash(List<String> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    return Hashes.of(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads rows back.
   *
   * @throws TargetNotWritableException if the file is gone, or its content is not what was written
   */
  List<FactsRow> read(String name) {
    if (!NAME.matcher(name).matches()) {
      throw unreadable(name, "is no name of a file of events", null);
    }
    Optional<List<String>> lines =
        Failures.reading(location, () -> storage.lines(folder() + "/" + name));
    if (lines.isEmpty()) {
      throw unreadable(name, "is not there", null);
    }
    if (!name.equals(PREFIX + hash(lines.get()) + SUFFIX)) {
      throw unreadable(name, "does not hold what was written", null);
    }
    try {
      return lines.get().stream().map(FactsCodec::read).toList();
    } catch (MalformedDocumentException e) {
      throw unreadable(name, "cannot be read: " + e.getMessage(), e);
    }
  }

  private String folder() {
    return location.kernelPath() + "/" + FOLDER;
  }

  private TargetNotWritableException unreadable(
      String name, String why, @Nullable RuntimeException cause) {
    return new TargetNotWritableException(
        "the file of events '" + name + "' of '" + location + "' " + why,
        "Restore the folder '" + FOLDER + "' of the table from a backup.",
        cause);
  }
}
