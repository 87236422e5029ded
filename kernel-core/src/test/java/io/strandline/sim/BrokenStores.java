package io.strandline.sim;

import io.strandline.change.BronzeRows;
import io.strandline.change.LongVector;
import io.strandline.change.TableColumn;
import io.strandline.check.PassingStore;
import io.strandline.facts.FactsRow;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.ForeignCommits;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** What becomes of the product if it leaves out a care that it takes of the tables. */
final class BrokenStores {

  private BrokenStores() {}

  /** The state is committed first and the data after it. */
  static Substitute offsetBeforeData() {
    return bronze(
        (table, world) ->
            new PassingStore.Bronze(table) {
              @Override
              public CommitOutcome commit(
                  BronzeHead.Present base,
                  List<TableColumn> captured,
                  WrittenFiles files,
                  StreamState next) {
                return super.commit(base, captured, noFiles(), next);
              }
            });
  }

  /** The files of a commit whose outcome is unknown are deleted at once. */
  static Substitute filesOfUnknownCommitDeleted() {
    return bronze(
        (table, world) ->
            new PassingStore.Bronze(table) {
              @Override
              public CommitOutcome commit(
                  BronzeHead.Present base,
                  List<TableColumn> captured,
                  WrittenFiles files,
                  StreamState next) {
                CommitOutcome outcome = super.commit(base, captured, files, next);
                if (outcome instanceof CommitOutcome.Unknown) {
                  discard(files);
                }
                return outcome;
              }
            });
  }

  /** Other writers' commits are not looked at. */
  static Substitute foreignCommitsIgnored() {
    return bronze(
        (table, world) ->
            new PassingStore.Bronze(table) {
              @Override
              public BronzeHead head() {
                return super.head() instanceof SimBronzeTable.Head head
                    ? head.judged(new ForeignCommits.Harmless())
                    : super.head();
              }
            });
  }

  /** A row's time is its own, whatever came before. */
  static Substitute commitTimesNotMonotone() {
    return bronze(
        (table, world) ->
            new PassingStore.Bronze(table) {
              @Override
              public WrittenFiles write(
                  BronzeHead.Present head,
                  List<TableColumn> captured,
                  Stamp stamp,
                  Iterator<BronzeRows> rows) {
                List<BronzeRows> naive = new ArrayList<>();
                rows.forEachRemaining(batch -> naive.add(naive(batch, head.state().zone())));
                return super.write(head, captured, stamp, naive.iterator());
              }
            });
  }

  private static BronzeRows naive(BronzeRows rows, ZoneId zone) {
    LongVector.Builder times = new LongVector.Builder(rows.changes().rows());
    for (int row = 0; row < rows.changes().rows(); row++) {
      Instant asIfUtc = Instant.ofEpochMilli(rows.changes().commitLocal().get(row));
      LocalDateTime local = LocalDateTime.ofInstant(asIfUtc, ZoneOffset.UTC);
      times.add(ChronoUnit.MICROS.between(Instant.EPOCH, local.atZone(zone).toInstant()));
    }
    return new BronzeRows(rows.changes(), times.build());
  }

  /** The verdict of a batch is published before its commit. */
  static Substitute verdictBeforeCommit() {
    return new Substitute() {
      @Override
      public TableStore store(TableStore store, World world) {
        return new PassingStore(store) {
          @Override
          public BronzeTable bronze(TableLocations locations) {
            return new Bronze(super.bronze(locations)) {
              @Override
              public CommitOutcome commit(
                  BronzeHead.Present base,
                  List<TableColumn> captured,
                  WrittenFiles files,
                  StreamState next) {
                control(locations).publish(row(name(), next, world));
                return super.commit(base, captured, files, next);
              }
            };
          }
        };
      }
    };
  }

  private static ControlRow row(String table, StreamState state, World world) {
    return new ControlRow(
        table,
        state.tableId(),
        state.appId(),
        Optional.of(world.options().granularity().truncate(state.offset().commitTs())),
        world.options().granularity(),
        state.losslessSince(),
        state.offset());
  }

  /** Facts are taken as written and are not. */
  static Substitute factsForgotten() {
    return new Substitute() {
      @Override
      public TableStore store(TableStore store, World world) {
        return new PassingStore(store) {
          @Override
          public FactsTable facts(TableLocations locations) {
            FactsTable table = super.facts(locations);
            return new FactsTable() {
              @Override
              public void createIfAbsent() {
                table.createIfAbsent();
              }

              @Override
              public View view() {
                return table.view();
              }

              @Override
              public void append(String tableId, String appId, long batchId, List<FactsRow> rows) {}
            };
          }
        };
      }
    };
  }

  /** The verdict follows the reader's clock. */
  static Substitute verdictFromTheClock() {
    return new Substitute() {
      @Override
      public TableStore store(TableStore store, World world) {
        return new PassingStore(store) {
          @Override
          public ControlTable control(TableLocations locations) {
            return new Control(super.control(locations)) {
              @Override
              public ControlRow publish(ControlRow row) {
                return super.publish(
                    new ControlRow(
                        row.tableName(),
                        row.tableId(),
                        row.appId(),
                        Optional.of(row.granularity().truncate(world.clock().instant())),
                        row.granularity(),
                        row.losslessSince(),
                        row.end()));
              }
            };
          }
        };
      }
    };
  }

  /** Makes a bronze table out of another in a world. */
  private interface Break {
    BronzeTable of(BronzeTable table, World world);
  }

  private static Substitute bronze(Break broken) {
    return new Substitute() {
      @Override
      public TableStore store(TableStore store, World world) {
        return new PassingStore(store) {
          @Override
          public BronzeTable bronze(TableLocations locations) {
            return broken.of(super.bronze(locations), world);
          }
        };
      }
    };
  }
}
