package io.strandline.lab.catalog;

import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.ast.ObjectName;
import io.strandline.lab.store.AliasType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The alias types that users made in one database. Thread-safe. */
public final class AliasTypes {

  /** The id after that of {@code sysname} (general knowledge). */
  private static final int FIRST_ID = 257;

  private final Map<String, AliasType> types = new ConcurrentHashMap<>();
  private final AtomicInteger nextId = new AtomicInteger(FIRST_ID);

  AliasTypes() {}

  private static String key(@Nullable String schema, String name) {
    return ((schema == null ? "dbo" : schema) + "." + name).toLowerCase(Locale.ROOT);
  }

  /** The {@code user_type_id} of the next type. */
  public int nextId() {
    return nextId.getAndIncrement();
  }

  /** A type by its name, in {@code dbo} without a schema; {@code null} if there is none. */
  public @Nullable AliasType find(ObjectName name) {
    return types.get(key(name.schema(), name.name()));
  }

  /** Adds a type; error 219 if there is one of that name. */
  public void add(AliasType type) {
    if (types.putIfAbsent(key(type.schema(), type.name()), type) != null) {
      throw SqlException.of(
          219,
          16,
          1,
          "The type '"
              + type.schema()
              + "."
              + type.name()
              + "' already exists, or you do not have permission to create it.");
    }
  }

  public void remove(AliasType type) {
    types.remove(key(type.schema(), type.name()), type);
  }

  /** All types by id. */
  public List<AliasType> all() {
    return types.values().stream().sorted(Comparator.comparingInt(AliasType::id)).toList();
  }
}
