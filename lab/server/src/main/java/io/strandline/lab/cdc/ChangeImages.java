package io.strandline.lab.cdc;

import io.strandline.lab.store.ColumnDef;
import io.strandline.lab.store.TableSchema;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The captured values of one row change, with the NULLs that change tables have.
 *
 * @param before for operations 1 and 3; {@code null} for an insert
 * @param after for operations 2 and 4; {@code null} for a delete
 * @param mask of an update; {@code null} for an insert or delete
 */
record ChangeImages(
    @Nullable Object @Nullable [] before,
    @Nullable Object @Nullable [] after,
    byte @Nullable [] mask) {

  /** The images; {@code null} for an update of columns that are not captured (measured: no row). */
  static @Nullable ChangeImages of(
      List<CapturedColumn> columns,
      TableSchema schema,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after) {
    @Nullable Object @Nullable [] old = before == null ? null : captured(columns, schema, before);
    @Nullable Object @Nullable [] now = after == null ? null : captured(columns, schema, after);
    byte[] mask = null;
    if (old != null && now != null) {
      mask = changed(old, now);
      if (mask == null) {
        return null;
      }
    }
    return new ChangeImages(old == null ? null : blanked(columns, old, mask), now, mask);
  }

  private static byte @Nullable [] changed(@Nullable Object[] before, @Nullable Object[] after) {
    byte[] mask = UpdateMask.none(before.length);
    boolean any = false;
    for (int i = 0; i < before.length; i++) {
      if (!Objects.deepEquals(before[i], after[i])) {
        UpdateMask.set(mask, i + 1);
        any = true;
      }
    }
    return any ? mask : null;
  }

  /** A stored row's captured values; a column dropped before the change is NULL (measured). */
  private static @Nullable Object[] captured(
      List<CapturedColumn> columns, TableSchema schema, @Nullable Object[] stored) {
    @Nullable Object[] values = new @Nullable Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      CapturedColumn captured = columns.get(i);
      ColumnDef column = captured.computed() ? null : schema.byId(captured.columnId());
      values[i] = column == null ? null : TableSchema.value(stored, column);
    }
    return values;
  }

  private static @Nullable Object[] blanked(
      List<CapturedColumn> columns, @Nullable Object[] before, byte @Nullable [] mask) {
    @Nullable Object[] image = before;
    for (int i = 0; i < before.length; i++) {
      boolean changed = mask == null || UpdateMask.isSet(mask, i + 1);
      if (before[i] != null && columns.get(i).isBeforeImageNull(mask != null, changed)) {
        image = image == before ? before.clone() : image;
        image[i] = null;
      }
    }
    return image;
  }
}
