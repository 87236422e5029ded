package io.strandline.checks.scene;

import io.strandline.lab.session.Client;
import io.strandline.lab.session.RequestTrace;
import io.strandline.lab.session.SqlRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Remembers what clients asked the lab, and does something right before a chosen statement. */
public final class RequestLog implements RequestTrace {

  private final List<String> texts = new ArrayList<>();
  private final Set<String> users = new HashSet<>();
  private final List<Throwable> failures = new ArrayList<>();
  private Optional<Before> before = Optional.empty();

  private record Before(String text, Runnable action) {}

  @Override
  public void request(Client client, SqlRequest request) {
    String text = request instanceof SqlRequest.Text sql ? sql.sql() : request.toString();
    remember(client.user(), text).ifPresent(Runnable::run);
  }

  private synchronized Optional<Runnable> remember(String user, String text) {
    texts.add(text);
    users.add(user);
    Optional<Runnable> due = before.filter(b -> text.contains(b.text())).map(Before::action);
    if (due.isPresent()) {
      before = Optional.empty();
    }
    return due;
  }

  @Override
  public synchronized void failed(Client client, SqlRequest request, Throwable failure) {
    failures.add(failure);
  }

  /** Runs {@code action} once, before the next statement that contains {@code text}. */
  public synchronized void before(String text, Runnable action) {
    before = Optional.of(new Before(text, action));
  }

  /** Forgets what was asked so far. */
  public synchronized void clear() {
    texts.clear();
  }

  public synchronized List<String> texts() {
    return List.copyOf(texts);
  }

  /** Everyone who ever asked over the wire. */
  public synchronized Set<String> users() {
    return Set.copyOf(users);
  }

  /** Defects of the lab itself. */
  public synchronized List<Throwable> failures() {
    return List.copyOf(failures);
  }
}
