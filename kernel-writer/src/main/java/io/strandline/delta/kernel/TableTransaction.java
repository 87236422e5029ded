package io.strandline.delta.kernel;

import io.delta.kernel.Operation;
import io.delta.kernel.Transaction;
import io.delta.kernel.TransactionCommitResult;
import io.delta.kernel.data.Row;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.ConcurrentTransactionException;
import io.delta.kernel.exceptions.ConcurrentWriteException;
import io.delta.kernel.exceptions.MaxCommitRetryLimitReachedException;
import io.delta.kernel.internal.TransactionImpl;
import io.delta.kernel.internal.actions.Protocol;
import io.delta.kernel.internal.actions.SetTransaction;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.tablefeatures.TableFeatures;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterable;
import java.time.InstantSource;
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
  private final InstantSource clock;
  private Optional<Map.Entry<String, String>> domain = Optional.empty();
  private DataFiles added = DataFiles.NONE;
  private List<ScannedFile> removed = List.of();
  private Optional<TableLayout> layout = Optional.empty();
  private List<String> applications = List.of();
  private int maxRebases;

  /**
   * A transaction without files.
   *
   * @param base the version it is planned on
   * @param appId of the transaction version that makes it happen at most once
   * @param appVersion greater than the application's in {@code base}
   * @param userMetadata JSON
   * @param clock for the commit's timestamp
   */
  public TableTransaction(
      DeltaSnapshot base, String appId, long appVersion, String userMetadata, InstantSource clock) {
    this.base = base;
    this.appId = appId;
    this.appVersion = appVersion;
    this.userMetadata = userMetadata;
    this.clock = clock;
  }

  /** Sets a metadata domain's document. */
  public TableTransaction domain(String name, String document) {
    this.domain = Optional.of(Map.entry(name, document));
    return this;
  }

  /** Gives the table another layout; such a transaction follows no other commit. */
  public TableTransaction layout(TableLayout next) {
    this.layout = Optional.of(next);
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
      TransactionCommitResult result = transaction.commit(engine, actions());
      context.decided();
      after.add(Optional.of(base), result.getPostCommitHooks());
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
        layout.filter(TableLayout::isChange).isPresent()
            ? changing(layout.get())
            : base.kernel()
                .buildUpdateTableTransaction(ENGINE_INFO, Operation.WRITE)
                .withTransactionId(appId, appVersion)
                .withMaxRetries(maxRebases)
                .build(engine);
    transaction.withCommitterProperties(context);
    domain.ifPresent(entry -> transaction.addDomainMetadata(entry.getKey(), entry.getValue()));
    return transaction;
  }

  /**
   * Kernel's builder changes columns of tables with name mapping only, and never together with rows
   * (measured), so the transaction is made without it, and the builder's own checks are made here.
   */
  private Transaction changing(TableLayout next) {
    Optional<Long> last = base.transaction(appId);
    if (last.isPresent() && last.get() >= appVersion) {
      throw new ConcurrentTransactionException(appId, appVersion, last.get());
    }
    Optional<Protocol> protocol = next.protocol();
    TableFeatures.validateKernelCanWriteToTable(
        protocol.orElse(base.kernel().getProtocol()), next.metadata(), base.path());
    return new TransactionImpl(
        false,
        base.kernel().getDataPath(),
        Optional.of(base.kernel()),
        ENGINE_INFO,
        Operation.WRITE,
        protocol,
        Optional.of(next.metadata()),
        TableCommitter.INSTANCE,
        Optional.of(new SetTransaction(appId, appVersion, Optional.of(clock.millis()))),
        Optional.empty(),
        Optional.empty(),
        0,
        clock::millis);
  }

  private CloseableIterable<Row> actions() {
    List<Row> actions = new ArrayList<>();
    removed.forEach(file -> actions.add(file.removal()));
    for (String application : applications) {
      SetTransaction version = new SetTransaction(application, appVersion, Optional.empty());
      if (!application.equals(appId)) {
        actions.add(SingleAction.createTxnSingleAction(version.toRow()));
      }
    }
    added.all().forEach(file -> actions.add(file.addition()));
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
