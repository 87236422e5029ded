package io.strandline.checks.schedule;

import static java.util.Objects.requireNonNull;

import io.strandline.change.TableColumn;
import io.strandline.port.BronzeHead;
import io.strandline.port.BronzeTable;
import io.strandline.port.ChangeSource;
import io.strandline.port.ControlTable;
import io.strandline.port.FactsTable;
import io.strandline.port.ForeignCommits;
import io.strandline.port.SourcePoll;
import io.strandline.port.TableStore;
import io.strandline.state.StreamState;
import io.strandline.verdict.ControlRow;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Stores whose callers die at a call, and stores and sources that break their promise. */
final class Wrapped {

  private Wrapped() {}

  /** What a call comes to, with a say in it. */
  private interface Around {
    @Nullable Object call(Method method, Call call) throws Throwable;
  }

  private record Call(Object target, Method method, @Nullable Object @Nullable [] arguments) {

    @Nullable Object argument(int number) {
      return requireNonNull(arguments)[number];
    }

    @Nullable Object with(int number, Object value) throws Throwable {
      requireNonNull(arguments)[number] = value;
      return go();
    }

    /** The same with the tables that the target knows. */
    Call trusted() {
      if (arguments == null) {
        return this;
      }
      @Nullable Object[] own = arguments.clone();
      for (int i = 0; i < own.length; i++) {
        own[i] = own[i] instanceof Trusted trusted ? trusted.head() : own[i];
      }
      return new Call(target, method, own);
    }

    @Nullable Object go() throws Throwable {
      try {
        return method.invoke(target, arguments);
      } catch (InvocationTargetException e) {
        throw e.getTargetException();
      }
    }
  }

  /**
   * A store whose caller dies at the first call of a method of one of its tables.
   *
   * @param method {@code commit}, {@code append} or {@code publish}
   * @param after whether the call has had its effect by then
   */
  static TableStore dyingAt(TableStore store, String method, boolean after) {
    AtomicBoolean dead = new AtomicBoolean();
    Around dies =
        (called, call) -> {
          boolean here = called.getName().equals(method) && !dead.getAndSet(true);
          if (here && !after) {
            throw new CrashError("before " + method);
          }
          Object result = call.go();
          if (here) {
            throw new CrashError("after " + method);
          }
          return result;
        };
    return tablesOf(store, dies);
  }

  /** A store that commits batches without their files. */
  static TableStore losing(TableStore store) {
    return tablesOf(
        store,
        (method, call) ->
            method.getName().equals("commit")
                ? call.with(2, ((BronzeTable) call.target()).noFiles())
                : call.go());
  }

  /** A store that publishes verdicts of the next minute. */
  static TableStore hasty(TableStore store) {
    return tablesOf(
        store,
        (method, call) ->
            method.getName().equals("publish")
                ? call.with(0, later((ControlRow) call.argument(0)))
                : call.go());
  }

  private static ControlRow later(ControlRow row) {
    return new ControlRow(
        row.tableName(),
        row.tableId(),
        row.appId(),
        row.finalizedUntil().map(until -> until.plusSeconds(60)),
        row.granularity(),
        row.losslessSince(),
        row.end());
  }

  /** A store that keeps no facts. */
  static TableStore forgetful(TableStore store) {
    return tablesOf(store, (method, call) -> method.getName().equals("append") ? null : call.go());
  }

  /** A store that finds no fault in what others commit. */
  static TableStore trusting(TableStore store) {
    return tablesOf(
        store,
        (method, call) -> {
          Object result = call.trusted().go();
          return result instanceof BronzeHead.Present head ? new Trusted(head) : result;
        });
  }

  /** A source that does not find the stream's last commit again. */
  static ChangeSource unanchored(ChangeSource source) {
    return around(
        ChangeSource.class,
        source,
        (method, call) -> {
          Object result = call.go();
          return result instanceof SourcePoll poll ? withoutAnchor(poll) : result;
        });
  }

  private static SourcePoll withoutAnchor(SourcePoll poll) {
    return new SourcePoll(
        poll.max(),
        poll.clock(),
        poll.server(),
        poll.database(),
        poll.brokerGuid(),
        poll.readOnlyReplica(),
        Optional.empty(),
        poll.above(),
        poll.instances(),
        poll.warnings());
  }

  /** A table whose other writers are all harmless. */
  private record Trusted(BronzeHead.Present head) implements BronzeHead.Present {

    @Override
    public String tableId() {
      return head.tableId();
    }

    @Override
    public long version() {
      return head.version();
    }

    @Override
    public StreamState state() {
      return head.state();
    }

    @Override
    public List<TableColumn> captured() {
      return head.captured();
    }

    @Override
    public boolean allowsWidening() {
      return head.allowsWidening();
    }

    @Override
    public boolean isNameMapped() {
      return head.isNameMapped();
    }

    @Override
    public ForeignCommits foreignCommits() {
      return new ForeignCommits.Harmless();
    }
  }

  private static TableStore tablesOf(TableStore store, Around around) {
    return around(
        TableStore.class,
        store,
        (called, call) -> {
          Object table = call.go();
          if (table instanceof BronzeTable bronze) {
            return around(BronzeTable.class, bronze, around);
          }
          if (table instanceof FactsTable facts) {
            return around(FactsTable.class, facts, around);
          }
          return table instanceof ControlTable control
              ? around(ControlTable.class, control, around)
              : table;
        });
  }

  private static <T> T around(Class<T> type, T target, Around around) {
    InvocationHandler handler =
        (proxy, method, arguments) -> around.call(method, new Call(target, method, arguments));
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
