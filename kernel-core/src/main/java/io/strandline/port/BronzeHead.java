package io.strandline.port;

import io.strandline.change.TableColumn;
import io.strandline.state.StreamState;
import java.util.List;
import java.util.Optional;

/** What is at a bronze table's location. */
public sealed interface BronzeHead {

  /** The Delta table's id, whoever made it; empty without a table. */
  Optional<String> id();

  /** No Delta table. */
  record Absent() implements BronzeHead {

    @Override
    public Optional<String> id() {
      return Optional.empty();
    }
  }

  /**
   * A Delta table without a stream's state.
   *
   * @param tableId the Delta table's id
   */
  record Foreign(String tableId) implements BronzeHead {

    @Override
    public Optional<String> id() {
      return Optional.of(tableId);
    }
  }

  /**
   * A stream's bronze table at one version, to which a commit refers.
   *
   * <p>Immutable; an adapter adds what its commits need.
   */
  non-sealed interface Present extends BronzeHead {

    /** The Delta table's id. */
    String tableId();

    @Override
    default Optional<String> id() {
      return Optional.of(tableId());
    }

    /** The version of the table that was read. */
    long version();

    /** The stream's state in that version. */
    StreamState state();

    /**
     * The table's columns for captured values, in table order; among them those that its owner
     * added, which hold NULL until a captured column of that name comes.
     */
    List<TableColumn> captured();

    /** Whether the table allows the types of its columns to be widened. */
    boolean allowsWidening();

    /** Whether names in its data files are mapped, so that columns may have any name. */
    boolean isNameMapped();

    /** What the table can hold of captured columns. */
    default TableSchema schema() {
      return new TableSchema(captured(), allowsWidening(), isNameMapped());
    }

    /** What other writers have committed since the state's own commit. */
    ForeignCommits foreignCommits();
  }
}
