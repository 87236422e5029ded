package io.strandline.port;

/** Opens tables. Thread-safe. */
public interface TableStore extends AutoCloseable {

  /**
   * The bronze table of a location.
   *
   * @throws io.strandline.error.StrandlineException invalid options for a location without a safe
   *     commit
   */
  BronzeTable bronze(TableLocations locations);

  /** The facts table of a location. */
  FactsTable facts(TableLocations locations);

  /** The control table of a location. */
  ControlTable control(TableLocations locations);

  /** The canonical name of a table: the path below the warehouse, else the normalised URI. */
  String tableName(String location, String warehouse);

  /** Frees what the store holds. Never throws. */
  @Override
  void close();
}
