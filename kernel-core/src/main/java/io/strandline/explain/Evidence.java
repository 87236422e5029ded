package io.strandline.explain;

import io.strandline.facts.FactsRow;
import io.strandline.option.StreamOptions;
import io.strandline.plan.VerdictCheck;
import io.strandline.port.BronzeHead;
import io.strandline.port.SourcePoll;
import io.strandline.verdict.ControlRow;
import io.strandline.verdict.Granularity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an explanation is made from.
 *
 * @param table canonical name of the bronze table
 * @param granularity of the verdict
 * @param row the table's control row, read first; empty if there is none
 * @param newestFacts the newest batch that the facts know of the table; -1 if none
 * @param facts the table's newest facts rows that were written since a day before the period began,
 *     if the verdict tells of a gap; empty else
 * @param factsComplete whether {@code facts} are all of them
 * @param bronze the table
 * @param source one look at the source at the table's offset
 * @param waiting how many commits the source has captured after the table's offset, counted up to
 *     {@link #MOST_WAITING} and one more
 * @param options the stream's; empty if only the tables are known
 * @param now the reader's clock, UTC
 */
public record Evidence(
    String table,
    Granularity granularity,
    Optional<ControlRow> row,
    long newestFacts,
    List<FactsRow> facts,
    boolean factsComplete,
    Answer<BronzeHead> bronze,
    Answer<SourcePoll> source,
    Answer<Long> waiting,
    Optional<StreamOptions> options,
    Instant now) {

  /** Up to here commits behind are counted; one more stands for more than these. */
  public static final int MOST_WAITING = 10_000;

  public Evidence {
    facts = List.copyOf(facts);
  }

  /** The published verdict as far as the table confirms it; empty if the table cannot be read. */
  public Optional<ControlRow> confirmed() {
    return bronze instanceof Answer.Given<BronzeHead> head
        ? VerdictCheck.confirmed(row, head.value(), options.map(StreamOptions::appId))
        : Optional.empty();
  }
}
