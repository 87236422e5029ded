package io.strandline.delta.kernel;

import io.delta.kernel.Operation;
import io.delta.kernel.TableManager;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableAlreadyExistsException;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.Format;
import io.delta.kernel.internal.actions.Metadata;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.data.TransactionStateRow;
import io.delta.kernel.internal.util.VectorUtils;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.utils.CloseableIterable;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;

/**
 * The creation of a table in one commit.
 *
 * @param path where
 * @param schema the columns
 * @param properties the table's properties, features included
 * @param userMetadata of the commit, JSON
 * @param clock for the commit's timestamp
 */
public record TableCreation(
    String path,
    StructType schema,
    Map<String, String> properties,
    String userMetadata,
    InstantSource clock) {

  /** Features that a writer version below 7 implies, whether used or not. */
  static final Set<String> IMPLIED = Set.of("appendOnly", "invariants");

  /**
   * A document that the creation puts into a metadata domain.
   *
   * @param name the domain
   * @param document made from the id that the table will have
   */
  public record Domain(String name, Function<String, String> document) {}

  /**
   * Tries the creation.
   *
   * @param domain if the table is to have one from the start
   * @throws RuntimeException if it failed and the table is certainly not there
   */
  public CommitResult commit(DeltaStorage storage, Optional<Domain> domain, PostCommit after) {
    Engine engine = storage.engine();
    CommitContext context = new CommitContext(userMetadata);
    try {
      String tableId = UUID.randomUUID().toString();
      TransactionImpl transaction = transaction(engine, tableId);
      transaction.withCommitterProperties(context);
      domain.ifPresent(
          one -> transaction.addDomainMetadata(one.name(), one.document().apply(tableId)));
      TransactionCommitResult result =
          transaction.commit(engine, CloseableIterable.emptyIterable());
      context.decided();
      after.add(Optional.empty(), result.getPostCommitHooks());
      return new CommitResult.Done(result.getVersion());
    } catch (TableAlreadyExistsException e) {
      return new CommitResult.Lost(e);
    } catch (RuntimeException e) {
      return TableTransaction.failure(e, context);
    }
  }

  /**
   * Kernel's builder decides protocol and properties but keeps the table's id to itself; the state
   * needs the id before the commit, so the transaction is made again around an id of our own.
   */
  private TransactionImpl transaction(Engine engine, String tableId) {
    TransactionImpl built =
        (TransactionImpl)
            TableManager.buildCreateTableTransaction(path, schema, TableTransaction.ENGINE_INFO)
                .withTableProperties(properties)
                .build(engine);
    Row state = built.getTransactionState(engine);
    StructType columns = TransactionStateRow.getLogicalSchema(state);
    Metadata metadata =
        new Metadata(
            tableId,
            Optional.empty(),
            Optional.empty(),
            new Format(),
            columns.toJson(),
            columns,
            VectorUtils.buildArrayValue(List.of(), StringType.STRING),
            Optional.of(clock.millis()),
            VectorUtils.stringStringMapValue(TransactionStateRow.getConfiguration(state)));
    return new TransactionImpl(
        true,
        built.getDataPath(),
        Optional.empty(),
        TableTransaction.ENGINE_INFO,
        Operation.CREATE_TABLE,
        Optional.of(withoutUnused(built.getProtocol())),
        Optional.of(metadata),
        TableCommitter.INSTANCE,
        Optional.empty(),
        Optional.empty(),
        Optional.of(0),
        0,
        clock::millis);
  }

  /** Kernel lists the features that writer version 2 implies, although nothing here uses them. */
  private static Protocol withoutUnused(Protocol protocol) {
    if (!protocol.supportsWriterFeatures()) {
      return protocol;
    }
    Set<String> features = new TreeSet<>(protocol.getWriterFeatures());
    features.removeAll(IMPLIED);
    return new Protocol(
        protocol.getMinReaderVersion(),
        protocol.getMinWriterVersion(),
        protocol.getReaderFeatures(),
        features);
  }
}
