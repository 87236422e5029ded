package io.strandline.delta.kernel;

import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One commit to an existing table, to be tried once.
 *
 * <p>Files are added, and removed if {@link ScannedFile}s are given, together with an application's
 * transaction version and, if given, a metadata domain's document.
 */
public final class TableTransaction {

  /** The engine's name in the log. */
  static final String ENGINE_INFO = "strandline";

  private final DeltaSnapshot base;
  private final String appId;
  private final long appVersion;
  private final String userMetadata;
  private Optional<Map.Entry<String, String>> domain = Optional.empty();
  private DataFiles added = DataFiles.NONE;
  private List<ScannedFile> removed = List.of();
  private List<String> applications = List.of();
  private int maxRebases;

  /**
   * A transaction without files.
   *
   * @param base the version it is planned on
   * @param appId of the transaction version that makes it happen at most once
   * @param appVersion greater than the application's in {@code base}
   * @param userMetadata JSON
   */
  public TableTransaction(DeltaSnapshot base, String appId, long appVersion, String userMetadata) {
    this.base = base;
    this.appId = appId;
    this.appVersion = appVersion;
    this.userMetadata = userMetadata;
  }

  /** Sets a metadata domain's document. */
  public TableTransaction domain(String name, String document) {
    this.domain = Optional.of(Map.entry(name, document));
    return this;
  }

  /** Adds files. */
  public TableTransaction add(DataFiles files) {
    this.added = files;
    return this;
  }

  /** Removes files of the base version. */
  public TableTransaction remove(List<ScannedFile> files) {
    this.removed = List.copyOf(files);
    return this;
  }

  /**
   * Sets the version of more applications, and lets it follow no commit that sets the version of
   * any of its applications.
   */
  public TableTransaction alone(List<String> more) {
    this.applications = List.copyOf(more);
    return this;
  }

  /**
   * Lets it follow, up to {@code max} times, commits that came in between, by Kernel's rules: it
   * compares files removed, metadata, domains and transactions, but not rows added (measured).
   */
  public TableTransaction rebase(int max) {
    this.maxRebases = max;
    return this;
  }

  /**
   * Tries the commit.
   *
   * @throws RuntimeException if it failed and is certainly not in the log
   */
  public CommitResult commit(DeltaStorage storage, PostCommit after) {
    Engine engine = storage.engine();
    CommitContext context = new CommitContext(userMetadata, applications(), base.version());
    try {
      Transaction transaction = build(engine, context);
      TransactionCommitResult result = transaction.commit(engine, actions(engine, transaction));
      context.decided();
      after.add(result.getPostCommitHooks());
      return new CommitResult.Done(result.getVersion());
    } catch (RuntimeException e) {
      return failure(e, context);
    }
  }

  private Set<String> applications() {
    Set<String> all = new HashSet<>(applications);
    if (!all.isEmpty()) {
      all.add(appId);
    }
    return all;
  }

  private Transaction build(Engine engine, CommitContext context) {
    Transaction transaction =
        base.kernel()
            .buildUpdateTableTransaction(ENGINE_INFO, Operation.WRITE)
            .withTransactionId(appId, appVersion)
            .withMaxRetries(maxRebases)
            .build(engine);
    transaction.withCommitterProperties(context);
    domain.ifPresent(entry -> transaction.addDomainMetadata(entry.getKey(), entry.getValue()));
    return transaction;
  }

  private CloseableIterable<Row> actions(Engine engine, Transaction transaction) {
    List<Row> actions = new ArrayList<>();
    removed.forEach(file -> actions.add(file.removal()));
    for (String application : applications) {
      SetTransaction version = new SetTransaction(application, appVersion, Optional.empty());
      if (!application.equals(appId)) {
        actions.add(SingleAction.createTxnSingleAction(version.toRow()));
      }
    }
    Row state = transaction.getTransactionState(engine);
    DataWriteContext context = Transaction.getWriteContext(engine, state, Map.of());
    try (CloseableIterator<Row> adds =
        Transaction.generateAppendActions(
            engine, state, Utils.toCloseableIterator(added.statuses().iterator()), context)) {
      adds.forEachRemaining(actions::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return CloseableIterable.inMemoryIterable(Utils.toCloseableIterator(actions.iterator()));
  }

  static CommitResult failure(RuntimeException error, CommitContext context) {
    if (context.undecided()) {
      return new CommitResult.Undecided(error);
    }
    boolean conflict =
        error instanceof ConcurrentWriteException
            || error instanceof SupersededException
            || error instanceof MaxCommitRetryLimitReachedException;
    if (conflict) {
      return new CommitResult.Lost(error);
    }
    throw error;
  }
}
