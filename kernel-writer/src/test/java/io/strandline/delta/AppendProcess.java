package io.strandline.delta;

import io.strandline.facts.FactsColumn;
import io.strandline.facts.FactsRow;
import io.strandline.port.BronzeTable;
import io.strandline.port.FactsTable;
import io.strandline.port.TableLocations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program that commits to a table on a server of the S3 protocol. */
final class AppendProcess {

  private AppendProcess() {}

  /**
   * @param arguments the facts table's URI, the stream's name, the number of commits, and names and
   *     values of Hadoop's settings in turn
   */
  public static void main(String[] arguments) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 3; i < arguments.length; i += 2) {
      settings.put(arguments[i], arguments[i + 1]);
    }
    String location = arguments[0];
    TableLocations locations =
        new TableLocations(location + "/../orders", location, "", location + "/..");
    DeltaTableStore store = TestStore.open(settings);
    FactsTable facts = store.facts(locations);
    BronzeTable maintenance = store.bronze(locations);
    for (long batch = 0; batch < Long.parseLong(arguments[2]); batch++) {
      FactsRow row =
          FactsRow.empty().with(FactsColumn.APP_ID, arguments[1]).with(FactsColumn.BATCH_ID, batch);
      facts.append("t", arguments[1], batch, List.of(row));
      maintenance.maintain();
    }
  }
}
