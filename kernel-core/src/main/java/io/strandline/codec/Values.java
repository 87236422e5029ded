package io.strandline.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.lsn.Offset;
import io.strandline.time.CarriedClock;
import io.strandline.time.MappedCommit;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Positions and clocks as JSON objects. */
final class Values {

  private Values() {}

  static ObjectNode range(LsnRange range) {
    return Json.object().put("start", range.start().toString()).put("end", range.end().toString());
  }

  static LsnRange range(Fields fields) {
    return new LsnRange(lsn(fields, "start"), lsn(fields, "end"));
  }

  static ObjectNode offset(Offset offset) {
    return Json.object()
        .put("lsn", offset.lsn().toString())
        .put("commit_ts", offset.commitTs().toString());
  }

  static Offset offset(Fields fields) {
    return new Offset(lsn(fields, "lsn"), instant(fields, "commit_ts"));
  }

  static ObjectNode mapped(MappedCommit commit) {
    return Json.object()
        .put("lsn", commit.lsn().toString())
        .put("local", commit.local().toString());
  }

  static MappedCommit mapped(Fields fields) {
    return new MappedCommit(lsn(fields, "lsn"), local(fields, "local"));
  }

  static ObjectNode clock(CarriedClock clock) {
    return Json.object()
        .put("commit_ts", clock.commitTs().toString())
        .put("local", clock.local().toString())
        .put("utc_offset", clock.offset().getId());
  }

  static CarriedClock clock(Fields fields) {
    return new CarriedClock(
        instant(fields, "commit_ts"),
        local(fields, "local"),
        fields.parsed("utc_offset", ZoneOffset::of));
  }

  static Lsn lsn(Fields fields, String key) {
    return fields.parsed(key, Lsn::parse);
  }

  static Instant instant(Fields fields, String key) {
    return fields.parsed(key, Instant::parse);
  }

  static LocalDateTime local(Fields fields, String key) {
    return fields.parsed(key, LocalDateTime::parse);
  }
}
