package io.strandline.sqlserver;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.lsn.Lsn;
import io.strandline.port.Frontier;
import io.strandline.port.InstanceView;
import io.strandline.port.PollRequest;
import io.strandline.port.ServerClock;
import io.strandline.port.SourcePoll;
import io.strandline.sqlserver.PollAnswer.Head;
import io.strandline.sqlserver.PollAnswer.Listed;
import io.strandline.sqlserver.PollAnswer.Watermark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks at the source in one statement batch.
 *
 * <p>Which instances share the followed table is learned by the first look and remembered, so that
 * only that one, or a change, costs a second round trip. Thread-safe.
 */
final class PollCall {

  private static final int MOST_LOOKS = 3;
  private static final int MOST_REMEMBERED = 10_000;
  private static final int UNKNOWN_INSTANCE = 22981;

  private final Optional<ZoneId> givenZone;
  private final String place;
  private final List<String> warnings;
  private final Map<String, InstanceNames> remembered = new ConcurrentHashMap<>();

  /**
   * A call.
   *
   * @param givenZone the zone that options tell
   * @param place host, port and database, for messages
   * @param warnings what a person should know of the connection
   */
  PollCall(Optional<ZoneId> givenZone, String place, List<String> warnings) {
    this.givenZone = givenZone;
    this.place = place;
    this.warnings = List.copyOf(warnings);
  }

  SourcePoll run(Connection connection, PollRequest request) throws SQLException {
    String asked = request.captureInstance();
    InstanceNames names = remembered.getOrDefault(asked, InstanceNames.first(request));
    for (int look = 0; look < MOST_LOOKS; look++) {
      PollAnswer answer = ask(connection, request.position(), names);
      List<Listed> table = InstanceNames.ofTable(request, answer.listed());
      if (table.isEmpty()) {
        return poll(answer, List.of());
      }
      Optional<List<InstanceView>> views = views(answer, names, table);
      if (views.isPresent()) {
        remember(asked, InstanceNames.of(table));
        return poll(answer, views.get());
      }
      names = InstanceNames.of(table);
      remember(asked, names);
    }
    throw SqlServerErrors.unsteady(asked);
  }

  /** How far the database is captured. */
  Frontier frontier(Connection connection) throws SQLException {
    PollAnswer answer = new PollAnswer(Lsn.ZERO);
    try (PreparedStatement statement = connection.prepareStatement(Statements.FRONTIER)) {
      Results.forEach(statement, Set.of(), answer);
    }
    Head head = answer.head();
    return new Frontier(
        head.max(), clock(answer), head.database(), head.brokerGuid(), head.readOnly());
  }

  private ServerClock clock(PollAnswer answer) {
    Head head = answer.head();
    return new ServerClock(head.now().toInstant(), head.now().getOffset(), zone(answer));
  }

  private void remember(String asked, InstanceNames names) {
    if (remembered.size() >= MOST_REMEMBERED) {
      remembered.clear();
    }
    remembered.put(asked, names);
  }

  private static PollAnswer ask(Connection connection, Lsn position, InstanceNames names)
      throws SQLException {
    PollAnswer answer = new PollAnswer(position);
    try (PreparedStatement statement = connection.prepareStatement(Statements.POLL)) {
      statement.setBytes(1, position.toBytes());
      statement.setString(2, names.first());
      statement.setString(3, names.second().orElse(null));
      statement.setObject(4, names.table().orElse(null), Types.INTEGER);
      Results.forEach(statement, Set.of(UNKNOWN_INSTANCE), answer);
    }
    return answer;
  }

  private static Optional<List<InstanceView>> views(
      PollAnswer answer, InstanceNames names, List<Listed> table) {
    List<InstanceView> views = new ArrayList<>();
    for (Listed listed : table) {
      int position = names.position(listed.name());
      Optional<List<CapturedColumn>> columns = answer.columns(listed.name());
      if (position < 0 || columns.isEmpty() || !names.covers(listed)) {
        return Optional.empty();
      }
      views.add(view(answer, listed, columns.get(), position));
    }
    return Optional.of(views);
  }

  private static InstanceView view(
      PollAnswer answer, Listed listed, List<CapturedColumn> columns, int position) {
    List<CapturedColumn> ordered =
        columns.stream().sorted(Comparator.comparingInt(CapturedColumn::ordinal)).toList();
    CaptureInstance instance =
        new CaptureInstance(
            listed.name(),
            listed.schema(),
            listed.table(),
            listed.sourceObjectId(),
            listed.startLsn(),
            listed.created(),
            ordered);
    Watermark watermark = answer.watermark(position);
    return new InstanceView(
        instance, watermark.lsn(), watermark.local(), answer.ddl().of(listed.name()));
  }

  private SourcePoll poll(PollAnswer answer, List<InstanceView> views) {
    Head head = answer.head();
    if (head.maxLsn().isPresent() && head.max().isEmpty()) {
      throw SqlServerErrors.notMapped(head.maxLsn().get(), place);
    }
    return new SourcePoll(
        head.max(),
        clock(answer),
        head.server(),
        head.database(),
        head.brokerGuid(),
        head.readOnly(),
        head.atOrBelow(),
        head.above(),
        views,
        warnings(answer, views));
  }

  private List<String> warnings(PollAnswer answer, List<InstanceView> views) {
    List<String> all = new ArrayList<>(warnings);
    views.forEach(view -> answer.ddl().warning(view.name()).ifPresent(all::add));
    return all;
  }

  private Optional<ZoneId> zone(PollAnswer answer) {
    return givenZone.or(
        () ->
            answer
                .zone()
                .map(
                    name ->
                        ZoneNames.find(name).orElseThrow(() -> SqlServerErrors.unknownZone(name))));
  }
}
