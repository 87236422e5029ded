package io.strandline.delta;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.strandline.codec.FactsCodec;
import io.strandline.codec.StateCodec;
import io.strandline.delta.kernel.DeltaStorage;
import io.strandline.error.TargetNotWritableException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a commit of the log did, as its actions say.
 *
 * @param version the commit's version
 * @param operation in upper case; empty if the commit does not say
 * @param marked whether its user metadata says that it is ours
 * @param attempt of the stream's state that it sets; empty if it sets none
 * @param overwrites whether it says that it replaces what is there
 * @param adds files that bring rows
 * @param removes files that take rows
 * @param metadata the table's metadata that it sets; empty if it sets none
 */
record LoggedCommit(
    long version,
    String operation,
    boolean marked,
    Optional<String> attempt,
    boolean overwrites,
    int adds,
    int removes,
    Optional<JsonNode> metadata) {

  private static final JsonMapper MAPPER = new JsonMapper();

  /** Operations that part rows and state whatever their actions are. */
  private static final Set<String> REWRITING = Set.of("RESTORE", "CLONE", "TRUNCATE");

  private static final String DELETE = "DELETE";

  /** Reads a commit; empty if the log no longer holds it. */
  static Optional<LoggedCommit> read(DeltaStorage storage, Location location, long version) {
    return storage
        .commitLines(location.kernelPath(), version)
        .map(lines -> parse(location, version, lines));
  }

  static TargetNotWritableException empty(Location location, String file) {
    return new TargetNotWritableException(
        "the log of '" + location + "' has a commit without actions: " + file + " is empty",
        "Another program writes or has begun to write it: call again. If it stays empty, that"
            + " program has crashed; the file holds nothing, so delete it.");
  }

  private static LoggedCommit parse(Location location, long version, List<String> lines) {
    String file = DeltaStorage.commitFile(location.kernelPath(), version);
    if (lines.isEmpty()) {
      // Its writer may still fill it, with rows that nobody would judge below a commit of ours.
      throw empty(location, file);
    }
    Reading reading = new Reading();
    for (String line : lines) {
      try {
        reading.action(MAPPER.readTree(line));
      } catch (JsonProcessingException e) {
        // The cause would quote the line, and a line holds values of columns.
        throw new TargetNotWritableException(
            "the log of '" + location + "' is corrupt: " + file + " is no JSON",
            "If it is the newest commit, another program may be writing it: call again. Else restore"
                + " the file from a backup of the table.");
      }
    }
    return reading.commit(version);
  }

  /** Whether this is the commit of a state: it sets it, and is ours rather than a copy. */
  boolean isOwn(String wanted) {
    return marked && attempt.filter(wanted::equals).isPresent();
  }

  /** How it parts rows and state; empty if it does not, its metadata left aside. */
  Optional<String> harm() {
    if (marked) {
      return Optional.empty();
    }
    if (REWRITING.contains(operation) || operation.contains("REPLACE TABLE")) {
      return Optional.of("it is a " + operation);
    }
    if (overwrites) {
      return Optional.of("it overwrites the table (" + operation + ")");
    }
    boolean deletes = operation.equals(DELETE);
    if (adds > 0 && !(deletes && removes > 0)) {
      return Optional.of("it adds rows (" + named() + ")");
    }
    if (removes > 0 && !deletes) {
      return Optional.of("it removes rows (" + named() + ")");
    }
    return Optional.empty();
  }

  private String named() {
    return operation.isEmpty() ? "an operation without a name" : operation;
  }

  /** Collects the actions of one commit. */
  private static final class Reading {

    private String operation = "";
    private boolean marked;
    private Optional<String> attempt = Optional.empty();
    private boolean overwrites;
    private int adds;
    private int removes;
    private Optional<JsonNode> metadata = Optional.empty();

    void action(JsonNode action) {
      info(action.path("commitInfo"));
      JsonNode domain = action.path("domainMetadata");
      if (domain.path("domain").asText().equals(StateCodec.DOMAIN)) {
        attempt = text(json(domain.path("configuration").asText()).path("attempt"));
      }
      if (changesRows(action.path("add"))) {
        adds++;
      }
      if (changesRows(action.path("remove"))) {
        removes++;
      }
      if (action.hasNonNull("metaData")) {
        metadata = Optional.of(action.get("metaData"));
      }
    }

    private void info(JsonNode info) {
      if (info.isMissingNode()) {
        return;
      }
      operation = info.path("operation").asText().toUpperCase(Locale.ROOT);
      marked = json(info.path("userMetadata").asText()).has(FactsCodec.MARK);
      JsonNode parameters = info.path("operationParameters");
      overwrites =
          parameters.path("mode").asText().equalsIgnoreCase("Overwrite")
              || parameters.path("outputMode").asText().equalsIgnoreCase("Complete");
    }

    private static boolean changesRows(JsonNode file) {
      return file.isObject() && file.path("dataChange").asBoolean(true);
    }

    private static Optional<String> text(JsonNode node) {
      return node.isTextual() ? Optional.of(node.textValue()) : Optional.empty();
    }

    /** Text of another writer that may be JSON; what is none has no fields. */
    private static JsonNode json(String text) {
      try {
        return MAPPER.readTree(text);
      } catch (JsonProcessingException e) {
        return MAPPER.nullNode();
      }
    }

    LoggedCommit commit(long version) {
      return new LoggedCommit(
          version, operation, marked, attempt, overwrites, adds, removes, metadata);
    }
  }
}
