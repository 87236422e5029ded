package io.strandline.checks.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.change.CaptureInstance;
import io.strandline.change.CapturedColumn;
import io.strandline.change.ChangeBatch;
import io.strandline.change.ColumnType;
import io.strandline.change.ColumnType.Kind;
import io.strandline.change.SnapshotRows;
import io.strandline.change.TableColumn;
import io.strandline.checks.scene.ChangeRow;
import io.strandline.error.CaptureInstanceNotFoundException;
import io.strandline.error.PermissionDeniedException;
import io.strandline.error.SchemaChangedException;
import io.strandline.error.StrandlineException;
import io.strandline.lsn.Lsn;
import io.strandline.lsn.LsnRange;
import io.strandline.port.PollRequest;
import io.strandline.port.ReadRequest;
import io.strandline.port.SessionReader;
import io.strandline.port.SnapshotReadRequest;
import io.strandline.port.SnapshotView;
import io.strandline.port.SnapshotViewRequest;
import io.strandline.port.SourcePoll;
import io.strandline.snapshot.KeyRange;
import io.strandline.snapshot.SnapshotColumn;
import io.strandline.snapshot.SnapshotColumn.Origin;
import io.strandline.snapshot.SnapshotReads;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a read of a table sees: its values, its columns, its guards. */
final class FirstLoadReadTest {

  private static final String EVERY_TYPE =
      "id int NOT NULL PRIMARY KEY, a bit, b tinyint, c smallint, d bigint, e decimal(5,1),"
          + " f decimal(38,10), g money, h smallmoney, i real, j float, k date, l datetime,"
          + " m smalldatetime, n datetime2(7), o datetimeoffset(7), p time(7), q char(5),"
          + " r varchar(20), s varchar(max), t nchar(5), u nvarchar(20), v nvarchar(max), w text,"
          + " x ntext, y xml, z uniqueidentifier, aa binary(4), bb varbinary(8), cc varbinary(max),"
          + " dd image, ee rowversion, ff dbo.Name NULL, gg dbo.Amount, hh dbo.Moment, ii sysname NULL";

  private static final List<String> ALIASES =
      List.of(
          "CREATE TYPE dbo.Name FROM nvarchar(50) NOT NULL",
          "CREATE TYPE dbo.Amount FROM numeric(19, 4)",
          "CREATE TYPE dbo.Moment FROM datetime2(7) NULL");

  private static final String EVERY_COLUMN =
      "id, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, bb,"
          + " cc, dd, ff, gg, hh, ii";

  private TableLab tables;

  @BeforeEach
  void start() {
    tables = new TableLab("Europe/Istanbul");
  }

  @AfterEach
  void leaveNothingBehind() {
    tables.close();
  }

  private void numbers(String name, int rows) {
    tables.table(name, "id int NOT NULL PRIMARY KEY, n int NULL", "");
    tables.insert(name, IntStream.range(0, rows).mapToObj(i -> i + ", " + i).toList());
  }

  private TableReading all(SnapshotView view) {
    return tables.read(view, KeyRange.all());
  }

  @Test
  void b26TheFirstLoadAndTheStreamGiveEqualValues() {
    ALIASES.forEach(tables.sa::run);
    tables.table("every", EVERY_TYPE, "");
    for (String row :
        List.of(
            "1, 1, 255, -32768, -9223372036854775808, -1234.5, 1234567890123456789012345678.0123456789,"
                + " -922337203685477.5808, 214748.3647, 1.5, -1E300, '0001-01-01',"
                + " '1753-01-01T00:00:00.003', '2026-02-28 23:59', '9999-12-31 23:59:59.9999999',"
                + " '2026-03-29 02:30:00.1234567 +03:00', '23:59:59.1234567', 'ab', 'ä ', 'max',"
                + " N'日本', N'αβγ', N'max', 'text', N'ntext', '<a>1</a>',"
                + " '6F9619FF-8B86-D011-B42D-00C04FC964FF', 0x01, 0x0102, 0x00FF, 0x09,"
                + " N'n', -0.0001, '9999-12-31 23:59:59.9999999', N's'",
            "2" + ", NULL".repeat(34))) {
      tables.sa.run("INSERT INTO dbo.every (" + EVERY_COLUMN + ") VALUES (" + row + ")");
    }
    tables.drain();
    SourcePoll poll = tables.source.poll(new PollRequest("every", Lsn.ZERO));
    LsnRange range =
        new LsnRange(
            poll.instances().get(0).minLsn().orElseThrow(), poll.max().orElseThrow().lsn());

    TableReading loaded = all(tables.view("every"));
    List<List<Object>> streamed;
    try (SessionReader<ChangeBatch> reader =
        tables.source.read(ReadRequest.of(poll.instances().get(0).instance(), range))) {
      streamed =
          ChangeRow.of(reader.next().orElseThrow(), reader.session().columns()).stream()
              .map(ChangeRow::values)
              .toList();
      assertThat(loaded.session().columns()).isEqualTo(reader.session().columns());
    }

    assertThat(loaded.rows()).hasSize(2).isEqualTo(streamed);
    assertThat(loaded.rows().get(0)).doesNotContain("NULL").contains("23:59:59.1234567", "ab   ");
    assertThat(loaded.session().columns())
        .extracting(column -> Optional.of(column.type()))
        .isEqualTo(
            poll.instances().get(0).instance().columns().stream()
                .map(CapturedColumn::type)
                .toList());
  }

  @Test
  void b15TheReadSeesWhatCaptureHasNotReadYetAndTheChangeComesAgain() {
    numbers("late", 3);
    tables.drain();
    tables.sa.run("UPDATE dbo.late SET n = 99 WHERE id = 1");
    SnapshotView view = tables.view("late");
    Lsn stamp = view.maxLsn().orElseThrow();

    TableReading read = all(view);

    assertThat(read.rows()).containsExactly(List.of(0L, 0L), List.of(1L, 99L), List.of(2L, 2L));
    assertThat(read.session().maxLsn()).contains(stamp);
    tables.drain();
    Lsn now = tables.source.poll(new PollRequest("late", Lsn.ZERO)).max().orElseThrow().lsn();
    assertThat(now).isGreaterThan(stamp);
    try (SessionReader<ChangeBatch> reader =
        tables.source.read(ReadRequest.of(tables.instance("late"), new LsnRange(stamp, now)))) {
      assertThat(ChangeRow.of(reader.next().orElseThrow(), reader.session().columns()))
          .extracting(ChangeRow::values)
          .containsExactly(List.of(1L, 1L), List.of(1L, 99L));
    }
  }

  @Test
  void looksAtATable() {
    numbers("seen", 12);
    SnapshotView view = tables.view("seen");
    SourcePoll poll = tables.source.poll(new PollRequest("seen", Lsn.ZERO));

    assertThat(view.database()).isEqualTo(TableLab.DATABASE);
    assertThat(view.brokerGuid()).isPresent().isEqualTo(poll.brokerGuid());
    assertThat(view.maxLsn()).contains(poll.max().orElseThrow().lsn());
    assertThat(view.minLsn()).isPresent().isEqualTo(poll.instances().get(0).minLsn());
    assertThat(view.rowEstimate()).hasValue(12);
    assertThat(view.snapshotIsolationAllowed()).isFalse();
    assertThat(view.table().schema() + "." + view.table().name()).isEqualTo("dbo.seen");
    tables.sa.run("ALTER DATABASE sales SET ALLOW_SNAPSHOT_ISOLATION ON");
    assertThat(tables.view("seen").snapshotIsolationAllowed()).isTrue();
  }

  @Test
  void aTableOfAnyNameIsReadAndARenamedOneUnderItsNewName() {
    tables.sa.run("CREATE TABLE dbo.[a]]b [c] (id int NOT NULL PRIMARY KEY, [x]]y ?] int)");
    tables.sa.run(
        "EXEC sys.sp_cdc_enable_table @source_schema = N'dbo', @source_name = N'a]b [c',"
            + " @role_name = NULL, @capture_instance = N'odd'");
    tables.lab.database(TableLab.DATABASE).grantReader("reader", "odd");
    tables.drain();
    tables.sa.run("INSERT INTO dbo.[a]]b [c] VALUES (1, 2)");

    assertThat(all(tables.view("odd")).rows()).containsExactly(List.of(1L, 2L));

    tables.sa.run("EXEC sp_rename N'dbo.[a]]b [c]', N'plain'");
    assertThat(tables.view("odd").table().name()).isEqualTo("plain");
    assertThat(all(tables.view("odd")).rows()).containsExactly(List.of(1L, 2L));
  }

  private static List<Origin> origins(SnapshotView view) {
    return view.table().columns().stream().map(SnapshotColumn::origin).toList();
  }

  @Test
  void aDroppedColumnIsNullWhateverAnotherOfItsNameHolds() {
    tables.table(
        "shrunk", "id int NOT NULL PRIMARY KEY, gone decimal(5,1), back int, kept int", "");
    tables.sa.run("INSERT INTO dbo.shrunk VALUES (1, 2.5, 3, 4)");
    tables.sa.run("ALTER TABLE dbo.shrunk DROP COLUMN gone");
    tables.sa.run("ALTER TABLE dbo.shrunk DROP COLUMN back");
    tables.sa.run("ALTER TABLE dbo.shrunk ADD back int");
    tables.sa.run("UPDATE dbo.shrunk SET back = 77");
    tables.drain();

    SnapshotView view = tables.view("shrunk");

    assertThat(origins(view))
        .containsExactly(Origin.TABLE, Origin.DROPPED, Origin.DROPPED, Origin.TABLE);
    TableReading read = all(view);
    assertThat(read.rows()).containsExactly(List.of(1L, "NULL", "NULL", 4L));
    assertThat(read.session().columns())
        .extracting(column -> column.type())
        .contains(ColumnType.decimal(5, 1));
  }

  @Test
  void aComputedColumnIsNullAsInTheChangeTable() {
    tables.table("computed", "id int NOT NULL PRIMARY KEY, twice AS id * 2", "");
    tables.sa.run("INSERT INTO dbo.computed (id) VALUES (4)");

    SnapshotView view = tables.view("computed");
    List<List<Object>> rows = all(view).rows();

    assertThat(rows).allMatch(row -> row.get(0).equals(4L));
    if (view.table().columns().size() == 2) {
      assertThat(origins(view)).containsExactly(Origin.TABLE, Origin.COMPUTED);
      assertThat(rows).containsExactly(List.of(4L, "NULL"));
    }
  }

  @Test
  void aColumnThatIsReplacedMeanwhileIsASchemaChange() {
    numbers("moved", 3);
    SnapshotView view = tables.view("moved");
    tables.sa.run("ALTER TABLE dbo.moved DROP COLUMN n");

    assertThatThrownBy(() -> all(view)).isInstanceOf(SchemaChangedException.class);

    tables.sa.run("ALTER TABLE dbo.moved ADD n int");
    assertThatThrownBy(() -> all(view))
        .isInstanceOf(SchemaChangedException.class)
        .hasMessageContaining("changed while it was read");
  }

  @Test
  void readsSomeColumnsInAnyOrder() {
    tables.table("few", "id int NOT NULL PRIMARY KEY, a int, b int", "");
    tables.sa.run("INSERT INTO dbo.few VALUES (1, 2, 3)");
    CaptureInstance instance = tables.instance("few");
    TableColumn b = new TableColumn("b", ColumnType.of(Kind.LONG));
    TableColumn id = new TableColumn("id", ColumnType.of(Kind.INT));

    SnapshotView view = tables.source.view(new SnapshotViewRequest(instance, List.of(b, id)));

    assertThat(all(view).rows()).containsExactly(List.of(3L, 1L));
    assertThat(all(view).session().columns())
        .extracting(column -> column.name())
        .containsExactly("b", "id");
  }

  @Test
  void b68VisibleForTheStreamButNotForTheFirstLoad() {
    numbers("hidden", 3);
    SnapshotView view = tables.view("hidden");
    CaptureInstance instance = tables.instance("hidden");
    for (String column : List.of("id", "n")) {
      tables.sa.run("REVOKE SELECT ON dbo.hidden (" + column + ") FROM reader");
    }

    PermissionDeniedException denied =
        catchThrowableOfType(PermissionDeniedException.class, () -> all(view));
    CaptureInstanceNotFoundException unseen =
        catchThrowableOfType(
            CaptureInstanceNotFoundException.class,
            () -> tables.source.view(SnapshotViewRequest.of(instance)));
    for (StrandlineException error : List.of(denied, unseen)) {
      assertThat(error.remedy())
          .contains("GRANT SELECT ON [dbo].[hidden] ([id], [n]) TO [reader];");
    }
    assertThat(unseen).hasMessageContaining("not only on its change table");
  }

  @Test
  void asksForTheWatermarkAfterTheLastRow() {
    numbers("purged", 100);
    tables.drain();
    SnapshotView view = tables.view("purged");
    try (SessionReader<SnapshotRows> reader =
        tables.source.read(
            new SnapshotReadRequest(view.table(), KeyRange.all(), SnapshotReads.DEFAULT))) {
      reader.next();
      assertThatThrownBy(reader::minLsnAfter).isInstanceOf(IllegalStateException.class);
      tables.lab.clock().advance(Duration.ofSeconds(1));
      tables.sa.run("UPDATE dbo.purged SET n = 5 WHERE id = 0");
      tables.drain();
      Lsn newest =
          tables.source.poll(new PollRequest("purged", Lsn.ZERO)).max().orElseThrow().lsn();
      tables.sa.run(
          "EXEC sys.sp_cdc_cleanup_change_table @capture_instance = N'purged', @low_water_mark = "
              + newest);

      TableReading rest = TableReading.rest(reader);

      assertThat(rest.minLsnAfter()).contains(newest);
      assertThat(view.minLsn().orElseThrow()).isLessThan(newest);
      assertThat(rest.batches()).allMatch(rows -> rows <= 7);
    }
  }
}
