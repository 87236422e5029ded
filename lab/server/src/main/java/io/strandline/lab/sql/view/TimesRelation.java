package io.strandline.lab.sql.view;

import io.strandline.lab.catalog.Database;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.sql.query.StatementContext;
import io.strandline.lab.store.ReadView;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code cdc.lsn_time_mapping}, which every user of the database may read (asserted on 2022). */
final class TimesRelation implements Relation {

  private static final List<Column> COLUMNS =
      ViewColumns.parse(
          "start_lsn binary(10)!, tran_begin_time datetime, tran_end_time datetime,"
              + " tran_id varbinary(10), tran_begin_lsn binary(10)");

  private final Database database;
  private final ReadView view;

  TimesRelation(StatementContext context, Database database) {
    this.database = database;
    this.view = context.view(database);
  }

  @Override
  public List<Column> columns() {
    return COLUMNS;
  }

  @Override
  public List<KeyColumn> key() {
    return List.of(new KeyColumn(0, false));
  }

  /** The second is that of the index on tran_end_time, which a real mapping has too. */
  @Override
  public List<List<KeyColumn>> keys() {
    return List.of(key(), List.of(new KeyColumn(2, false), new KeyColumn(0, false)));
  }

  @Override
  public RowCursor scan(int key, Seek seek, boolean reverse, @Nullable Frame outer) {
    return key == 0
        ? scan(seek, reverse, outer)
        : database.cdc().times().scanByTime(view, seek, reverse);
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    return database.cdc().times().scan(view, seek, reverse);
  }
}
