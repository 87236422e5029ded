package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.sql.function.QualifiedName;
import io.strandline.lab.sql.view.CatalogObject;
import io.strandline.lab.sql.view.ViewColumns;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code sys.sp_spaceused} (documented shapes; {@code rows} is padded text, asserted on 2022).
 *
 * <p>Rows are counted; sizes are pages of 8 KB for 100 bytes a row, as the lab has no pages.
 */
final class SpaceProcedure {

  private static final int PAGE_KB = 8;
  private static final int ROWS_A_PAGE = 80;
  private static final List<Column> TABLE =
      ViewColumns.parse(
          "name nvarchar(128), rows char(20), reserved varchar(18), data varchar(18), index_size"
              + " varchar(18), unused varchar(18)");
  private static final List<Column> DATABASE =
      ViewColumns.parse("database_name nvarchar(128), database_size varchar(18)");
  private static final List<Column> TOTALS =
      ViewColumns.parse(
          "reserved varchar(18), data varchar(18), index_size varchar(18), unused varchar(18)");

  private SpaceProcedure() {}

  static void addTo(Map<String, Procedure> procedures) {
    procedures.put(
        "sp_spaceused",
        Procedure.of("@objname @updateusage @mode @oneresultset", SpaceProcedure::run));
  }

  private static void run(ProcedureCall call) {
    String name = call.text("@objname");
    if (name == null) {
      database(call);
      return;
    }
    QualifiedName parsed = QualifiedName.parse(name);
    for (CatalogObject object : CatalogObject.visible(call.context(), call.database())) {
      if (parsed != null
          && object.schema().equalsIgnoreCase(parsed.schema())
          && object.name().equalsIgnoreCase(parsed.name())) {
        long rows = rows(call, object);
        List<@Nullable Object[]> result = new ArrayList<>();
        result.add(
            new @Nullable Object[] {
              object.name(),
              String.format(Locale.ROOT, "%-20d", rows),
              size(data(rows)),
              size(data(rows)),
              size(0),
              size(0)
            });
        call.rows(TABLE, result);
        return;
      }
    }
    throw SqlException.of(
        15009,
        16,
        1,
        "The object '"
            + name
            + "' does not exist in database '"
            + call.database().name()
            + "' or is invalid for this operation.");
  }

  private static void database(ProcedureCall call) {
    long data = 0;
    for (CatalogObject object : CatalogObject.visible(call.context(), call.database())) {
      data += data(rows(call, object));
    }
    String megabytes = String.format(Locale.ROOT, "%.2f MB", data / 1024.0);
    List<@Nullable Object[]> all = new ArrayList<>();
    all.add(new @Nullable Object[] {call.database().name(), megabytes, "0.00 MB"});
    List<Column> columns = new ArrayList<>(DATABASE);
    columns.add(new Column("unallocated space", columns.get(1).type(), true, false));
    call.rows(columns, all);
    List<@Nullable Object[]> totals = new ArrayList<>();
    totals.add(new @Nullable Object[] {size(data), size(data), size(0), size(0)});
    call.rows(TOTALS, totals);
  }

  private static long rows(ProcedureCall call, CatalogObject object) {
    Table table = call.database().table(object.id());
    if (table == null) {
      return 0;
    }
    Table.RefCursor refs = table.refs(new ReadView(ReadView.Mode.DIRTY, call.context().txn(), 0));
    long count = 0;
    while (refs.next() != null) {
      count++;
    }
    return count;
  }

  private static long data(long rows) {
    return (rows + ROWS_A_PAGE - 1) / ROWS_A_PAGE * PAGE_KB;
  }

  private static String size(long kilobytes) {
    return kilobytes + " KB";
  }
}
