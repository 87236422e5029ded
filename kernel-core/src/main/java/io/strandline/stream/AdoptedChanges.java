package io.strandline.stream;

import io.strandline.error.SourceChangedException;
import io.strandline.error.StrandlineException;
import io.strandline.error.TargetChangedException;
import io.strandline.plan.SchemaChanges;
import io.strandline.plan.SourceCheck;
import io.strandline.plan.TargetCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.InstanceView;
import io.strandline.port.SourcePoll;
import io.strandline.report.Adoptable;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What would stop a stream and can be adopted.
 *
 * @param found each change with the error that it raises
 * @param uncaptured columns of the table that the source does not capture
 */
record AdoptedChanges(Map<Adoptable, StrandlineException> found, List<String> uncaptured) {

  static AdoptedChanges of(
      String appId,
      BronzeHead.Present table,
      Optional<ControlRow> published,
      long newestFacts,
      SourcePoll poll,
      ZoneId zone) {
    Map<Adoptable, StrandlineException> found = new EnumMap<>(Adoptable.class);
    StreamState state = table.state();
    try {
      TargetCheck.verify(appId, table, published, newestFacts);
    } catch (TargetChangedException e) {
      found.put(Adoptable.TARGET, e);
    }
    try {
      SourceCheck.verify(state, poll);
    } catch (SourceChangedException e) {
      found.put(Adoptable.SOURCE, e);
    }
    if (!state.zone().equals(zone)) {
      found.put(Adoptable.ZONE, SourceCheck.zoneChanged(state.zone(), zone));
    }
    List<InstanceView> views = poll.instances();
    return new AdoptedChanges(
        found, SchemaChanges.uncaptured(views.get(views.size() - 1), table.captured()));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  boolean includes(Adoptable what) {
    return found.containsKey(what);
  }

  /** Raises the error of a change that nobody wants adopted. */
  void refuseOthersThan(Set<Adoptable> wanted) {
    found.forEach(
        (what, error) -> {
          if (!wanted.contains(what)) {
            throw error;
          }
        });
  }

  /** The changes in words; of another source also what it lacks, which no batch tells later. */
  List<String> words() {
    return found.entrySet().stream()
        .map(
            entry ->
                entry.getKey().text()
                    + ": "
                    + entry.getValue().getMessage()
                    + (entry.getKey() == Adoptable.SOURCE ? lacks() : ""))
        .toList();
  }

  private String lacks() {
    return uncaptured.isEmpty()
        ? ""
        : "; not captured there, NULL from now on: " + String.join(", ", uncaptured);
  }

  /** The names of the changes. */
  String names() {
    return String.join(", ", found.keySet().stream().map(Adoptable::text).toList());
  }
}
