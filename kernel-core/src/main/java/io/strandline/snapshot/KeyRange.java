package io.strandline.snapshot;

import java.util.Optional;

/**
 * The keys from one bound up to, not including, another, in the order of the key's index.
 *
 * @param from first key; empty for all before {@code to}
 * @param to end, exclusive; empty for all from {@code from} on
 */
public record KeyRange(Optional<KeyBound> from, Optional<KeyBound> to) {

  private static final KeyRange ALL = new KeyRange(Optional.empty(), Optional.empty());

  /** Every key. */
  public static KeyRange all() {
    return ALL;
  }

  /** Whether it holds every key, so that no key is needed to read it. */
  public boolean isAll() {
    return from.isEmpty() && to.isEmpty();
  }
}
