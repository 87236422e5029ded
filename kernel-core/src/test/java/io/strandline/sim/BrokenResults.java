package io.strandline.sim;

import io.strandline.change.TableColumn;
import io.strandline.check.PassingStore;
import io.strandline.plan.SplitResult;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.FileDocument;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.Optional;

/** What becomes of the product if it commits the results of splits carelessly. */
final class BrokenResults {

  private BrokenResults() {}

  /** A split's second result is taken beside its first. */
  static Substitute repeatedTaken() {
    return new Unchecked(true);
  }

  /** A split without a result is passed over. */
  static Substitute lostPassedOver() {
    return new Unchecked(false);
  }

  /** Commits the files of the results that it is given, as if they were what was planned. */
  private static final class Unchecked implements Substitute {

    private final boolean more;
    private Optional<List<FileDocument>> taken = Optional.empty();

    Unchecked(boolean more) {
      this.more = more;
    }

    @Override
    public List<SplitResult> results(
        List<SplitResult> whole, List<SplitResult> given, World world) {
      boolean careless = more ? given.size() > whole.size() : given.size() < whole.size();
      taken =
          careless
              ? Optional.of(given.stream().flatMap(result -> result.files().stream()).toList())
              : Optional.empty();
      return careless ? whole : given;
    }

    @Override
    public TableStore store(TableStore store, World world) {
      Optional<List<FileDocument>> files = taken;
      taken = Optional.empty();
      return new PassingStore(store) {
        @Override
        public BronzeTable bronze(TableLocations locations) {
          return new Bronze(super.bronze(locations)) {
            @Override
            public CommitOutcome commit(
                BronzeHead.Present base,
                List<TableColumn> captured,
                WrittenFiles planned,
                StreamState next) {
              return super.commit(base, captured, files.map(this::filesOf).orElse(planned), next);
            }
          };
        }
      };
    }
  }
}
