package io.strandline.lab.store;

import io.strandline.lab.sql.type.HashKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which slots may hold a row with a unique key's values.
 *
 * <p>Slots stay listed after their row changed, so every hit is checked against the row itself.
 * NULL counts as a value, as in SQL Server.
 */
final class UniqueKeys {

  private final Map<String, Map<HashKey, Set<RowSlot>>> slots = new HashMap<>();

  /** The slots listed under the key of these values, after adding {@code slot}. */
  synchronized Set<RowSlot> claim(KeyDef key, @Nullable Object[] stored, RowSlot slot) {
    Set<RowSlot> listed =
        slots
            .computeIfAbsent(key.name(), name -> new HashMap<>())
            .computeIfAbsent(HashKey.of(values(key, stored)), hash -> new HashSet<>());
    Set<RowSlot> others = new HashSet<>(listed);
    others.remove(slot);
    listed.add(slot);
    listed.removeIf(RowSlot::isRemoved);
    return others;
  }

  static @Nullable Object[] values(KeyDef key, @Nullable Object[] stored) {
    @Nullable Object[] values = new @Nullable Object[key.parts().size()];
    for (int i = 0; i < values.length; i++) {
      int position = key.parts().get(i).columnId() - 1;
      values[i] = position < stored.length ? stored[position] : null;
    }
    return values;
  }
}
