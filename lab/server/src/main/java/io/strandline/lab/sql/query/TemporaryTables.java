package io.strandline.lab.sql.query;

import io.strandline.lab.sql.type.SqlErrors;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code #} tables of a session, which only it sees.
 *
 * <p>One made by {@code sp_executesql}, {@code EXEC (text)} or a request with parameters is gone at
 * its end (documented). Their ids are negative, as in SQL Server.
 */
public final class TemporaryTables {

  private final List<Table> tables = new ArrayList<>();
  private int lastId = -1_000_000;

  /** Whether an object id is a temporary table's. */
  public static boolean isTemporary(int objectId) {
    return objectId < 0;
  }

  public int nextId() {
    return lastId--;
  }

  public @Nullable Table find(String name) {
    for (int i = tables.size() - 1; i >= 0; i--) {
      if (tables.get(i).name().equalsIgnoreCase(name)) {
        return tables.get(i);
      }
    }
    return null;
  }

  /** Adds a table; error 2714 if there is one of that name. */
  public void add(Table table) {
    if (find(table.name()) != null) {
      throw SqlErrors.objectExists(table.name());
    }
    tables.add(table);
  }

  public void remove(Table table) {
    tables.remove(table);
  }

  /** How many there are, for {@link #dropSince}. */
  public int count() {
    return tables.size();
  }

  /** Drops those made since there were {@code count}. */
  public void dropSince(int count) {
    while (tables.size() > count) {
      tables.remove(tables.size() - 1);
    }
  }
}
