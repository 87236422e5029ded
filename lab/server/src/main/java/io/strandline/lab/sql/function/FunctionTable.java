package io.strandline.lab.sql.function;

import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions by upper-case name, each with the major version that brought it. */
final class FunctionTable {

  /** Binds a call. */
  @FunctionalInterface
  interface Binder {
    Bound bind(FunctionCall call);
  }

  private record Entry(int since, Binder binder) {}

  private final Map<String, Entry> entries = new HashMap<>();

  void add(String name, Binder binder) {
    addSince(0, name, binder);
  }

  void addSince(int version, String name, Binder binder) {
    entries.put(name, new Entry(version, binder));
  }

  boolean isKnown(String name, int version) {
    Entry entry = entries.get(name);
    return entry != null && entry.since() <= version;
  }

  @Nullable Binder find(String name, int version) {
    Entry entry = entries.get(name);
    return entry == null || entry.since() > version ? null : entry.binder();
  }
}
