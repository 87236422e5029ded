package io.strandline.delta.kernel;

import io.delta.kernel.internal.SnapshotImpl;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.ColumnMapping;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.FieldMetadata;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TypeChange;
import io.strandline.change.TableColumn;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * A table's columns as they are, or as a commit makes them: some wider, some new. Immutable.
 *
 * <p>The same snapshot and columns always give the same names in data files, so that several
 * processes may write files that one commit then makes readable.
 */
public final class TableLayout {

  private final SnapshotImpl base;
  private final Metadata metadata;

  private TableLayout(SnapshotImpl base, Metadata metadata) {
    this.base = base;
    this.metadata = metadata;
  }

  /**
   * The layout that a table has or gets.
   *
   * @param columns of the table, possibly wider, and new ones, which are appended as nullable
   */
  public static TableLayout of(DeltaSnapshot snapshot, List<TableColumn> columns) {
    Metadata now = snapshot.kernel().getMetadata();
    List<StructField> fields = new ArrayList<>(now.getSchema().fields());
    int lastId = maxColumnId(now);
    boolean changed = false;
    for (TableColumn column : columns) {
      int ordinal = now.getSchema().indexOf(column.name());
      DataType type = KernelTypes.of(column.type());
      if (ordinal < 0) {
        fields.add(added(now, snapshot.isNameMapped(), column, ++lastId));
        changed = true;
      } else if (!fields.get(ordinal).getDataType().equals(type)) {
        fields.set(ordinal, widened(fields.get(ordinal), type));
        changed = true;
      }
    }
    return new TableLayout(
        snapshot.kernel(), changed ? changed(now, fields, lastId, snapshot.isNameMapped()) : now);
  }

  private static Metadata changed(
      Metadata now, List<StructField> fields, int lastId, boolean mapped) {
    Metadata changed = now.withNewSchema(new StructType(fields));
    return mapped
        ? changed.withMergedConfiguration(
            Map.of(ColumnMapping.COLUMN_MAPPING_MAX_COLUMN_ID_KEY, String.valueOf(lastId)))
        : changed;
  }

  private static int maxColumnId(Metadata metadata) {
    String last = metadata.getConfiguration().get(ColumnMapping.COLUMN_MAPPING_MAX_COLUMN_ID_KEY);
    return last == null ? 0 : Integer.parseInt(last);
  }

  private static StructField added(Metadata now, boolean mapped, TableColumn column, int id) {
    DataType type = KernelTypes.of(column.type());
    if (!mapped) {
      return new StructField(column.name(), type, true);
    }
    // Ids are never given twice, so neither are these names.
    String seed = now.getId() + '/' + id + '/' + column.name();
    UUID unique = UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
    FieldMetadata mapping =
        FieldMetadata.builder()
            .putLong(ColumnMapping.COLUMN_MAPPING_ID_KEY, id)
            .putString(ColumnMapping.COLUMN_MAPPING_PHYSICAL_NAME_KEY, "col-" + unique)
            .build();
    return new StructField(column.name(), type, true, mapping);
  }

  private static StructField widened(StructField field, DataType type) {
    List<TypeChange> changes = new ArrayList<>(field.getTypeChanges());
    changes.add(new TypeChange(field.getDataType(), type));
    return field.withDataType(type).withTypeChanges(changes);
  }

  /** Whether the layout differs from the snapshot's. */
  public boolean isChange() {
    return metadata != base.getMetadata();
  }

  /**
   * Some of the columns by the names that data files use.
   *
   * @throws IllegalArgumentException if the table lacks one
   */
  public StructType physicalSchema(List<String> names) {
    StructType logical = metadata.getSchema();
    StructType physical = metadata.getPhysicalSchema();
    StructType selected = new StructType();
    for (String name : names) {
      int ordinal = logical.indexOf(name);
      if (ordinal < 0) {
        throw new IllegalArgumentException("no column '" + name + "'");
      }
      selected = selected.add(withId(physical.at(ordinal), logical.at(ordinal)));
    }
    return selected;
  }

  /** Data files of mapped tables name each column's id, too (documented). */
  private static StructField withId(StructField physical, StructField logical) {
    Long id = logical.getMetadata().getLong(ColumnMapping.COLUMN_MAPPING_ID_KEY);
    return id == null
        ? physical
        : physical.withNewMetadata(
            FieldMetadata.builder().putLong(ColumnMapping.PARQUET_FIELD_ID_KEY, id).build());
  }

  Metadata metadata() {
    return metadata;
  }

  /** The protocol that the columns' types need, if it is more than the table's. */
  Optional<Protocol> protocol() {
    return TableFeatures.autoUpgradeProtocolBasedOnMetadata(metadata, Set.of(), base.getProtocol())
        .map(upgrade -> withoutUnasked(upgrade._1, base.getProtocol()));
  }

  /** Kernel adds features that writer version 2 implies, although nothing here uses them. */
  private static Protocol withoutUnasked(Protocol protocol, Protocol before) {
    Set<String> features = new TreeSet<>(protocol.getWriterFeatures());
    TableCreation.IMPLIED.stream()
        .filter(feature -> !before.getWriterFeatures().contains(feature))
        .forEach(features::remove);
    return new Protocol(
        protocol.getMinReaderVersion(),
        protocol.getMinWriterVersion(),
        protocol.getReaderFeatures(),
        features);
  }
}
