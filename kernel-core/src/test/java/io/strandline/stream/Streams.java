package io.strandline.stream;

import io.strandline.option.GroupOptions;
import io.strandline.option.StreamOptions;
import io.strandline.port.ChangeSource;
import io.strandline.port.TableStore;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Streams for tests. */
public final class Streams {

  private Streams() {}

  /** A stream whose attempts have the given ids. */
  public static Stream of(
      ChangeSource source,
      TableStore store,
      StreamOptions options,
      InstantSource clock,
      Supplier<String> attemptIds) {
    return new Stream(
        source,
        StreamTables.open(store, options),
        options,
        new Surroundings(clock, attemptIds, count -> new DirectThreads(), time -> {}));
  }

  /** A group whose members are called one after the other. */
  public static StreamGroup group(String name, List<Stream> streams, InstantSource clock) {
    return new StreamGroup(
        name,
        streams,
        GroupOptions.DEFAULT,
        new Surroundings(clock, () -> "", count -> new DirectThreads(), time -> {}));
  }
}
