package io.strandline.checks.crash;

import io.strandline.change.BronzeRows;
import io.strandline.change.TableColumn;
import io.strandline.check.PassingStore;
import io.strandline.facts.FactsRow;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.CommitOutcome;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.WrittenFiles;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/** A real table store that halts around its calls. */
final class HaltingStore extends PassingStore {

  private final HaltPoint halt;

  HaltingStore(TableStore store, HaltPoint halt) {
    super(store);
    this.halt = halt;
  }

  @Override
  public BronzeTable bronze(TableLocations locations) {
    return new HaltingBronze(super.bronze(locations), halt);
  }

  @Override
  public FactsTable facts(TableLocations locations) {
    return new HaltingFacts(super.facts(locations), halt);
  }

  @Override
  public ControlTable control(TableLocations locations) {
    return new HaltingControl(super.control(locations), halt);
  }

  private static final class HaltingBronze extends Bronze {

    private final HaltPoint halt;

    HaltingBronze(BronzeTable table, HaltPoint halt) {
      super(table);
      this.halt = halt;
    }

    @Override
    public BronzeHead head() {
      halt.reached(Phase.OPENING);
      return super.head();
    }

    @Override
    public void create(List<TableColumn> captured, Function<String, StreamState> initial) {
      halt.reached(Phase.BEFORE_CREATE);
      super.create(captured, initial);
      halt.reached(Phase.AFTER_CREATE);
    }

    @Override
    public WrittenFiles write(
        BronzeHead.Present head,
        List<TableColumn> captured,
        Stamp stamp,
        Iterator<BronzeRows> rows) {
      WrittenFiles files = super.write(head, captured, stamp, rows);
      halt.reached(Phase.AFTER_WRITE);
      return files;
    }

    @Override
    public CommitOutcome commit(
        BronzeHead.Present base, List<TableColumn> captured, WrittenFiles files, StreamState next) {
      halt.reached(Phase.BEFORE_COMMIT);
      CommitOutcome outcome = super.commit(base, captured, files, next);
      halt.reached(Phase.AFTER_COMMIT);
      return outcome;
    }

    @Override
    public void maintain() {
      super.maintain();
      halt.reached(Phase.AFTER_MAINTENANCE);
    }
  }

  private static final class HaltingFacts extends Facts {

    private final HaltPoint halt;

    HaltingFacts(FactsTable table, HaltPoint halt) {
      super(table);
      this.halt = halt;
    }

    @Override
    public void append(String tableId, String appId, long batchId, List<FactsRow> rows) {
      halt.reached(Phase.BEFORE_FACTS);
      super.append(tableId, appId, batchId, rows);
      halt.reached(Phase.AFTER_FACTS);
    }
  }

  private static final class HaltingControl extends Control {

    private final HaltPoint halt;

    HaltingControl(ControlTable table, HaltPoint halt) {
      super(table);
      this.halt = halt;
    }

    @Override
    public ControlRow publish(ControlRow row) {
      halt.reached(Phase.BEFORE_PUBLISH);
      ControlRow published = super.publish(row);
      halt.reached(Phase.AFTER_PUBLISH);
      return published;
    }
  }
}
