package io.strandline.lab;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.ResultSink;
import io.strandline.lab.session.SqlMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps everything that a request reports. */
public final class LabRecording implements ResultSink {

  /** The end of a statement. */
  public record Done(StatementKind kind, long count) {}

  private final List<LabResult> results = new ArrayList<>();
  private final List<Done> dones = new ArrayList<>();
  private final List<SqlMessage> errors = new ArrayList<>();
  private final List<SqlMessage> infos = new ArrayList<>();
  private final List<Parameter> outputs = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  public List<LabResult> results() {
    return results;
  }

  public List<Done> dones() {
    return dones;
  }

  public List<SqlMessage> errors() {
    return errors;
  }

  public List<SqlMessage> infos() {
    return infos;
  }

  public List<Parameter> outputs() {
    return outputs;
  }

  /** Transaction and database changes, in order. */
  public List<String> events() {
    return events;
  }

  @Override
  public void columns(List<Column> columns) {
    results.add(new LabResult(columns, new ArrayList<>()));
  }

  @Override
  public void row(@Nullable Object[] values) {
    results.get(results.size() - 1).rows().add(values);
  }

  @Override
  public void done(StatementKind kind, long count) {
    dones.add(new Done(kind, count));
  }

  @Override
  public void info(SqlMessage message) {
    infos.add(message);
  }

  @Override
  public void error(SqlMessage message) {
    errors.add(message);
  }

  @Override
  public void returnStatus(int status) {
    events.add("status " + status);
  }

  @Override
  public void outputValue(Parameter parameter) {
    outputs.add(parameter);
  }

  @Override
  public void databaseChanged(String from, String to) {
    events.add("database " + to);
  }

  @Override
  public void transactionBegan(long descriptor) {
    events.add("began");
  }

  @Override
  public void transactionCommitted(long descriptor) {
    events.add("committed");
  }

  @Override
  public void transactionRolledBack(long descriptor) {
    events.add("rolled back");
  }
}
