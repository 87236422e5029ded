package io.strandline.debezium;

import io.strandline.lab.session.Client;
import io.strandline.lab.session.RequestTrace;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers the errors that a login got, and does something right before one of its statements. */
final class Watch implements RequestTrace {

  private final String user;
  private final List<Answer> errors = new CopyOnWriteArrayList<>();
  private Optional<Before> before = Optional.empty();

  /** An error that a statement got. */
  record Answer(String statement, SqlMessage error) {}

  private record Before(String text, Runnable action) {}

  Watch(String user) {
    this.user = user;
  }

  /** The errors, in order. */
  List<Answer> errors() {
    return List.copyOf(errors);
  }

  /** Runs {@code action} once, before the login's next statement that contains {@code text}. */
  synchronized void before(String text, Runnable action) {
    before = Optional.of(new Before(text, action));
  }

  /** Whether the action of {@link #before} has yet to run. */
  synchronized boolean isWaiting() {
    return before.isPresent();
  }

  @Override
  public void request(Client client, SqlRequest request) {
    if (client.user().equals(user)) {
      due(request.text()).ifPresent(Runnable::run);
    }
  }

  private synchronized Optional<Runnable> due(String text) {
    Optional<Before> due = before.filter(b -> text.contains(b.text()));
    if (due.isPresent()) {
      before = Optional.empty();
    }
    return due.map(Before::action);
  }

  @Override
  public void answered(Client client, SqlRequest request, SqlMessage error) {
    if (client.user().equals(user)) {
      errors.add(new Answer(request.text(), error));
    }
  }
}
