package io.strandline.delta.kernel;

import io.delta.kernel.commit.CommitFailedException;
import io.delta.kernel.commit.CommitMetadata;
import io.delta.kernel.commit.CommitResponse;
import io.delta.kernel.commit.Committer;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.actions.CommitInfo;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.data.GenericRow;
import io.delta.kernel.internal.files.ParsedPublishedDeltaData;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterator;
import io.strandline.error.StrandlineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes commits of file system tables with user metadata, and tells the three endings apart.
 *
 * <p>A taken version is a conflict that Kernel may rebase over; any other error of the write itself
 * is an {@link UndecidedCommitException} that ends Kernel's retries, since the commit may be there.
 */
final class TableCommitter implements Committer {

  static final TableCommitter INSTANCE = new TableCommitter();

  private static final StructType MARKED_COMMIT_INFO =
      CommitInfo.FULL_SCHEMA.add("userMetadata", StringType.STRING);
  private static final StructType MARKED_ACTION = markedAction();

  private TableCommitter() {}

  @Override
  public CommitResponse commit(
      Engine engine, CloseableIterator<Row> actions, CommitMetadata metadata)
      throws CommitFailedException {
    if (!(metadata.getCommitterProperties() instanceof CommitContext context)) {
      throw new IllegalStateException("the transaction was not built here");
    }
    if (TableFeatures.isCatalogManagedSupported(metadata.getEffectiveProtocol())) {
      throw new UnsupportedOperationException("the table's commits belong to a catalog");
    }
    List<Row> marked = mark(actions, context.userMetadata());
    try {
      Interlopers.refuse(engine, metadata.getDeltaLogDirPath(), metadata.getVersion(), context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return write(engine, marked, metadata, context);
  }

  private static CommitResponse write(
      Engine engine, List<Row> actions, CommitMetadata metadata, CommitContext context)
      throws CommitFailedException {
    String file = metadata.getPublishedDeltaFilePath();
    context.begin();
    try {
      engine
          .getJsonHandler()
          .writeJsonFileAtomically(file, Utils.toCloseableIterator(actions.iterator()), false);
      return new CommitResponse(
          ParsedPublishedDeltaData.forFileStatus(engine.getFileSystemClient().getFileStatus(file)));
    } catch (FileAlreadyExistsException e) {
      context.decided();
      throw new CommitFailedException(true, true, file + " is taken", e);
    } catch (StrandlineException e) {
      // A log store refuses before it writes anything.
      context.decided();
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new UndecidedCommitException(file, e);
    }
  }

  /** Collects the actions, so that what they refuse is refused before the write begins. */
  private static List<Row> mark(CloseableIterator<Row> actions, String userMetadata) {
    List<Row> marked = new ArrayList<>();
    while (actions.hasNext()) {
      Row action = actions.next();
      boolean info = !action.isNullAt(SingleAction.COMMIT_INFO_ORDINAL);
      marked.add(info ? marked(action, userMetadata) : action);
    }
    return marked;
  }

  private static Row marked(Row action, String userMetadata) {
    Row info = action.getStruct(SingleAction.COMMIT_INFO_ORDINAL);
    Map<Integer, Object> values = new HashMap<>();
    for (int i = 0; i < CommitInfo.FULL_SCHEMA.length(); i++) {
      if (!info.isNullAt(i)) {
        values.put(i, value(info, i));
      }
    }
    values.put(CommitInfo.FULL_SCHEMA.length(), userMetadata);
    return new GenericRow(
        MARKED_ACTION,
        Map.of(SingleAction.COMMIT_INFO_ORDINAL, new GenericRow(MARKED_COMMIT_INFO, values)));
  }

  private static Object value(Row info, int ordinal) {
    StructField field = CommitInfo.FULL_SCHEMA.at(ordinal);
    return switch (field.getName()) {
      case "inCommitTimestamp", "timestamp" -> info.getLong(ordinal);
      case "isBlindAppend" -> info.getBoolean(ordinal);
      case "operationParameters", "operationMetrics" -> info.getMap(ordinal);
      default -> info.getString(ordinal);
    };
  }

  private static StructType markedAction() {
    List<StructField> fields = new ArrayList<>(SingleAction.FULL_SCHEMA.fields());
    fields.set(
        SingleAction.COMMIT_INFO_ORDINAL, new StructField("commitInfo", MARKED_COMMIT_INFO, true));
    return new StructType(fields);
  }
}
