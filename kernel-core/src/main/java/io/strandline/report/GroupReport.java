package io.strandline.report;

import io.strandline.error.StrandlineException;
import io.strandline.lsn.Offset;
import io.strandline.verdict.ControlRow;
import java.util.List;
import java.util.Optional;

/**
 * What a round of a group did. Immutable.
 *
 * @param name of the group
 * @param members in the order given
 * @param cut the least offset of the members; empty while one has no table or no rows yet
 * @param published the group's row of the control table after the round; empty if there is none
 * @param publishError why the group's row could not be published; the next round publishes it
 */
public record GroupReport(
    String name,
    List<Member> members,
    Optional<Offset> cut,
    Optional<ControlRow> published,
    Optional<StrandlineException> publishError) {

  public GroupReport {
    members = List.copyOf(members);
  }

  /**
   * What a member's call did: it has either a report or an error.
   *
   * @param table canonical name of its bronze table
   * @param appId the stream
   */
  public record Member(
      String table,
      String appId,
      Optional<IngestReport> report,
      Optional<StrandlineException> error) {}

  /** The members whose calls failed. */
  public List<Member> failed() {
    return members.stream().filter(member -> member.error().isPresent()).toList();
  }
}
