package io.strandline.lab.protocol;

import io.strandline.lab.faults.FaultPoint;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.Column;
import io.strandline.lab.session.PackedRow;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns one request's results into tokens and streams them.
 *
 * <p>A batch's last DONE must lack the MORE bit, so each is held back until something follows it. A
 * procedure call's statements end in DONEINPROC; its output values are kept until the return status
 * is written, because clients look for them there.
 */
final class ReplySink implements ResultSink {

  private static final int MAX_OUTPUTS = 2_100;
  private static final int MAX_ERRORS = 100;
  private static final int FATAL_SEVERITY = 20;

  private final PacketWriter packets;
  private final Tokens tokens;
  private final AttentionGate gate;
  private final boolean call;
  private final Checkpoints points;
  private final List<Parameter> outputs = new ArrayList<>();
  private final List<SqlMessage> errors = new ArrayList<>();

  private @Nullable RowWriter rows;
  private long rowCount;
  private long rowTrap;
  private boolean held;
  private int heldStatus;
  private int heldCommand;
  private long heldCount;
  private boolean error;
  private boolean lastFailed;
  private boolean fatal;
  private boolean started;
  private boolean compileFailed;
  private @Nullable Integer status;

  /**
   * A sink for one request.
   *
   * @param call whether the request is a procedure call
   * @param points where faults may happen to it
   */
  ReplySink(
      PacketWriter packets, Tokens tokens, AttentionGate gate, boolean call, Checkpoints points) {
    this.packets = packets;
    this.tokens = tokens;
    this.gate = gate;
    this.call = call;
    this.points = points;
  }

  @Override
  public void columns(List<Column> columns) {
    points.reach(FaultPoint.Kind.BEFORE_COLUMNS);
    release();
    started = true;
    tokens.columns(columns);
    rows = new RowWriter(packets.body(), columns);
    rowCount = 0;
    rowTrap = points.faults().nextRowTrap(-1);
  }

  /** Starts a result set whose columns the client knows already. */
  void knownColumns(List<Column> columns) {
    release();
    started = true;
    tokens.noColumns();
    rows = new RowWriter(packets.body(), columns);
    rowCount = 0;
    rowTrap = points.faults().nextRowTrap(-1);
  }

  @Override
  public void row(@Nullable Object[] values) {
    RowWriter writer = beforeRow();
    long start = packets.body().mark();
    try {
      writer.write(values);
    } catch (RuntimeException defect) {
      // Half a row must not stand before the error that reports the defect.
      if (!packets.body().rewind(start)) {
        packets.discard();
      }
      throw defect;
    }
    rowCount++;
    packets.drain();
  }

  @Override
  public void row(PackedRow row) {
    beforeRow().write(row);
    rowCount++;
    packets.drain();
  }

  private RowWriter beforeRow() {
    stopIfCancelled();
    RowWriter writer = rows;
    if (writer == null) {
      throw new IllegalStateException("a row without columns");
    }
    if (rowCount == rowTrap) {
      trapped(true);
    }
    return writer;
  }

  @Override
  public void done(StatementKind kind, long count) {
    stopIfCancelled();
    if (rows != null && rowCount == rowTrap) {
      trapped(false);
    }
    if (!error) {
      points.reach(FaultPoint.Kind.BEFORE_DONE);
    }
    int bits = (error ? Tokens.STATUS_ERROR : 0) | (count >= 0 ? Tokens.STATUS_COUNT : 0);
    int command = Tokens.command(kind, count >= 0);
    release();
    started = true;
    lastFailed = error;
    error = false;
    rows = null;
    if (call) {
      tokens.done(Tokens.DONE_IN_PROCEDURE, bits | Tokens.STATUS_MORE, command, Math.max(0, count));
    } else {
      held = true;
      heldStatus = bits;
      heldCommand = command;
      heldCount = Math.max(0, count);
    }
    packets.drain();
  }

  @Override
  public void info(SqlMessage message) {
    release();
    tokens.info(message);
    packets.drain();
  }

  @Override
  public void error(SqlMessage message) {
    release();
    rows = null;
    compileFailed |= !started && CompileErrors.contains(message);
    started = true;
    tokens.error(message);
    error = true;
    lastFailed = true;
    fatal |= message.severity() >= FATAL_SEVERITY;
    if (errors.size() < MAX_ERRORS) {
      errors.add(message);
    }
    packets.drain();
  }

  @Override
  public void returnStatus(int value) {
    if (call) {
      status = value;
    } else {
      release();
      tokens.returnStatus(value);
      tokens.done(Tokens.DONE_PROCEDURE, Tokens.STATUS_MORE, 0xE0, 0);
    }
  }

  @Override
  public void outputValue(Parameter parameter) {
    if (outputs.size() == MAX_OUTPUTS) {
      throw new IllegalStateException("more than " + MAX_OUTPUTS + " output values");
    }
    outputs.add(parameter);
  }

  @Override
  public void databaseChanged(String from, String to) {
    release();
    tokens.textChange(Tokens.ENV_DATABASE, to, from);
    // Documented text and number; the state is general knowledge.
    tokens.info(new SqlMessage(5701, 0, 1, "Changed database context to '" + to + "'.", 1));
  }

  @Override
  public void committing() {
    points.reach(FaultPoint.Kind.BEFORE_COMMIT);
  }

  @Override
  public void committed() {
    points.reach(FaultPoint.Kind.AFTER_COMMIT);
  }

  @Override
  public void transactionBegan(long descriptor) {
    release();
    tokens.transactionChange(Tokens.ENV_BEGIN, descriptor);
  }

  @Override
  public void transactionCommitted(long descriptor) {
    release();
    tokens.transactionChange(Tokens.ENV_COMMIT, descriptor);
  }

  @Override
  public void transactionRolledBack(long descriptor) {
    release();
    tokens.transactionChange(Tokens.ENV_ROLLBACK, descriptor);
  }

  /** Whether the last statement reported an error. */
  boolean lastFailed() {
    return lastFailed;
  }

  /** Whether the first thing reported was that the statement cannot be compiled. */
  boolean compileFailed() {
    return compileFailed;
  }

  /** The errors that were reported, the first hundred. */
  List<SqlMessage> errors() {
    return errors;
  }

  /** Whether an error was reported that ends the connection. */
  boolean fatal() {
    return fatal;
  }

  /** The return status that was reported, or 0. */
  int status() {
    return status == null ? 0 : status;
  }

  List<Parameter> outputs() {
    return outputs;
  }

  /** Ends a batch's reply; without any statement a bare DONE. */
  void finishBatch() {
    rows = null;
    if (held && !error) {
      tokens.done(Tokens.DONE, heldStatus, heldCommand, heldCount);
    } else {
      release();
      tokens.done(Tokens.DONE, error ? Tokens.STATUS_ERROR : 0, 0, 0);
    }
    held = false;
  }

  /** Ends a part of a reply that goes on. */
  void finishPart() {
    release();
  }

  /** Ends the statements of a call; the caller writes what follows. */
  void finishStatements() {
    rows = null;
    if (error) {
      tokens.done(Tokens.DONE_IN_PROCEDURE, Tokens.STATUS_ERROR | Tokens.STATUS_MORE, 0, 0);
      error = false;
    }
  }

  /** Ends the reply of a cancelled request; the acknowledgement is a message of its own. */
  void finishCancelled() {
    release();
    rows = null;
    tokens.done(Tokens.DONE, Tokens.STATUS_ERROR, 0, 0);
  }

  private void release() {
    if (held) {
      tokens.done(Tokens.DONE, heldStatus | Tokens.STATUS_MORE, heldCommand, heldCount);
      held = false;
    }
  }

  private void trapped(boolean more) {
    rowTrap = points.faults().nextRowTrap(rowCount);
    points.reachRows(rowCount, more);
  }

  private void stopIfCancelled() {
    if (gate.cancelled()) {
      throw new CancelledException("the client cancelled the request");
    }
    if (packets.lost()) {
      throw new CancelledException("the client closed its connection");
    }
  }
}
