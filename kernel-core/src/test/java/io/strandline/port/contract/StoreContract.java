package io.strandline.port.contract;

import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the contracts of the table ports share: a store in a warehouse, and eyes on its tables. */
public abstract class StoreContract {

  /** The clock of every store: {@code written_at} and {@code updated_at}. */
  protected static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

  /** The folder of all tables of a test. */
  @TempDir protected Path warehouse;

  /** The store under test. */
  protected TableStore store;

  /** The adapter under test and its tables. */
  protected StoreFixture tables;

  /** The adapter under test, with all tables in the given folder. */
  protected abstract StoreFixture fixture(Path folder);

  @BeforeEach
  final void openStore() {
    tables = fixture(warehouse);
    store = open();
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  /** Another store of the same warehouse, as of another process. */
  protected final TableStore open() {
    return tables.open(InstantSource.fixed(NOW));
  }

  /** The locations of a bronze table of the warehouse. */
  protected final TableLocations locations(String name) {
    return new TableLocations(
        warehouse.resolve(name).toString(),
        warehouse.resolve("strandline_facts").toString(),
        warehouse.resolve("strandline_control").toString(),
        warehouse.toString());
  }

  /** Calls all at once, each on a thread of its own, and returns their results. */
  protected static <T> List<T> atOnce(List<Callable<T>> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> call : threads.invokeAll(calls, 60, TimeUnit.SECONDS)) {
        results.add(call.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
