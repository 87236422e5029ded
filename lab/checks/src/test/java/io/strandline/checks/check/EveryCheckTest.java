package io.strandline.checks.check;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A test a check, so that one that was skipped has a name. */
abstract class EveryCheckTest {

  /** Runs a check and asserts that it passed. */
  abstract void passes(String name) throws SQLException, IOException;

  @Test
  @Tag("F5.1")
  @Tag("F5.3")
  void timeZone() throws SQLException, IOException {
    passes("time-zone");
  }

  @Test
  @Tag("F3.1")
  @Tag("F3.2")
  @Tag("F3.3")
  @Tag("F2.10")
  void readSemantics() throws SQLException, IOException {
    passes("read-semantics");
  }

  @Test
  void computedColumns() throws SQLException, IOException {
    passes("computed-columns");
  }

  @Test
  @Tag("F10.1")
  @Tag("F10.2")
  @Tag("F10.3")
  void isolation() throws SQLException, IOException {
    passes("isolation");
  }

  @Test
  @Tag("F2.8")
  @Tag("F2.9")
  void watermark() throws SQLException, IOException {
    passes("watermark");
  }

  @Test
  @Tag("F7.1")
  @Tag("F7.2")
  @Tag("F7.3")
  void captureSwitch() throws SQLException, IOException {
    passes("capture-switch");
  }

  @Test
  void chunkOverlap() throws SQLException, IOException {
    passes("chunk-overlap");
  }

  @Test
  @Tag("F8.1")
  void ddlTiming() throws SQLException, IOException {
    passes("ddl-timing");
  }

  @Test
  @Tag("F6.4")
  @Tag("F6.6")
  void cleanup() throws SQLException, IOException {
    passes("cleanup");
  }

  @Test
  void fetchThroughput() throws SQLException, IOException {
    passes("fetch-throughput");
  }

  @Test
  void heartbeat() throws SQLException, IOException {
    passes("heartbeat");
  }

  @Test
  @Tag("F4.2")
  @Tag("F4.3")
  @Tag("F4.4")
  void idleAdvance() throws SQLException, IOException {
    passes("idle-advance");
  }
}
