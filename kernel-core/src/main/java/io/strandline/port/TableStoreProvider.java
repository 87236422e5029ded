package io.strandline.port;

import java.time.InstantSource;

/** Makes the table store that the class path offers; found by {@link java.util.ServiceLoader}. */
public interface TableStoreProvider {

  /**
   * A new store.
   *
   * @param clock the reader's clock, for {@code written_at} and {@code updated_at}
   */
  TableStore open(InstantSource clock);
}
