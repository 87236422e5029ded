package io.strandline.port.contract;

import io.strandline.facts.FactsRow;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import java.time.InstantSource;
import java.util.List;

/** An adapter of the table ports in a warehouse of its own, and eyes on its tables. */
public interface StoreFixture {

  /** What another writer may do to a bronze table. */
  enum ForeignChange {
    /** Sets a table property: rows stay as they are. */
    SET_PROPERTY,
    /** Adds a row, with no mark of ours in the user metadata. */
    ADD_ROW
  }

  /** A new store; all of one fixture see the same tables. */
  TableStore open(InstantSource clock);

  /** The change rows of a bronze table as its readers see them, in any order. */
  List<BronzeRow> rows(TableLocations locations);

  /** The rows of a facts table as its readers see them, in any order. */
  List<FactsRow> facts(TableLocations locations);

  /** The number of versions that the table of a location has; 0 if there is none. */
  long versions(String location);

  /** Puts a table at a location that is not Strandline's. */
  void createForeignTable(String location);

  /** Commits to a bronze table as another writer. */
  void commitForeign(TableLocations locations, ForeignChange change);
}
