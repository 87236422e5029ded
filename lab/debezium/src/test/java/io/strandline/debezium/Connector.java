package io.strandline.debezium;

import io.debezium.embedded.Connect;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.connect.source.SourceRecord;

/** Debezium's SQL Server connector in its embedded engine, and the records it has handed over. */
final class Connector implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final DebeziumEngine<ChangeEvent<SourceRecord, SourceRecord>> engine;
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final List<SourceRecord> records = new ArrayList<>();
  private String end = "runs";
  private Throwable failure;

  private Connector(Properties properties) {
    engine =
        DebeziumEngine.create(Connect.class)
            .using(properties)
            .using(
                (DebeziumEngine.CompletionCallback)
                    (success, message, error) -> ended(message, error))
            .notifying(event -> add(event.value()))
            .build();
    thread.execute(engine);
  }

  static Connector start(Properties properties) {
    return new Connector(properties);
  }

  /** What the tests' connectors have in common. */
  static Properties properties(CdcLab lab) {
    Properties properties = new Properties();
    properties.put("name", "lab");
    properties.put("connector.class", "io.debezium.connector.sqlserver.SqlServerConnector");
    properties.put("topic.prefix", "lab");
    properties.put("database.hostname", "localhost");
    properties.put("database.port", Integer.toString(lab.port()));
    properties.put("database.user", CdcLab.DEBEZIUM);
    properties.put("database.password", CdcLab.DEBEZIUM_PASSWORD);
    properties.put("database.names", CdcLab.DATABASE);
    properties.put("driver.encrypt", "false");
    properties.put("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    properties.put("schema.history.internal", "io.debezium.relational.history.MemorySchemaHistory");
    properties.put("snapshot.mode", "initial");
    properties.put("poll.interval.ms", "50");
    properties.put("errors.max.retries", "0");
    return properties;
  }

  /** Has the connector keep its offset and its schema history, written at once, in a folder. */
  static void keepIn(Path folder, Properties properties) {
    properties.put("offset.storage", "org.apache.kafka.connect.storage.FileOffsetBackingStore");
    properties.put("offset.storage.file.filename", folder.resolve("offsets").toString());
    properties.put("offset.flush.interval.ms", "0");
    properties.put("schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory");
    properties.put("schema.history.internal.file.filename", folder.resolve("history").toString());
  }

  private synchronized void add(SourceRecord record) {
    records.add(record);
    notifyAll();
  }

  private synchronized void ended(String message, Throwable error) {
    end = "ended: " + message;
    failure = error;
    notifyAll();
  }

  private synchronized boolean isRunning() {
    return end.equals("runs");
  }

  synchronized List<SourceRecord> records() {
    return List.copyOf(records);
  }

  /** Waits for an event whose row after the change begins with these cells. */
  void awaitRow(Object... cells) throws InterruptedException {
    List<Object> row = List.of(cells);
    await(
        row.toString(),
        all ->
            Event.of(all).stream()
                .map(event -> event.change().after())
                .anyMatch(
                    after ->
                        after.size() >= row.size() && after.subList(0, row.size()).equals(row)));
  }

  /** Waits until the records meet a condition. */
  synchronized void await(String what, Predicate<List<SourceRecord>> condition)
      throws InterruptedException {
    long limit = System.nanoTime() + LIMIT.toNanos();
    while (!condition.test(records)) {
      long left = TimeUnit.NANOSECONDS.toMillis(limit - System.nanoTime());
      if (!end.equals("runs") || left <= 0) {
        throw new AssertionError(
            what + " did not come among " + records.size() + " records; the engine " + end,
            failure);
      }
      wait(left);
    }
  }

  @Override
  public void close() throws IOException {
    if (isRunning()) {
      engine.close();
    }
    thread.shutdown();
  }
}
