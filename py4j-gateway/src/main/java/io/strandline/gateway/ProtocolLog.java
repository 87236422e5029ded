package io.strandline.gateway;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes Py4J's log, without what clients sent: Py4J logs commands that it does not know, and its
 * finer levels log every argument, passwords among them.
 */
final class ProtocolLog extends Handler {

  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(ProtocolLog.class);

  /** The logging system keeps no logger that nobody refers to. */
  private static final Logger PY4J = Logger.getLogger("py4j");

  private static final String DISCONNECTED = "Unknown command received: null";

  private ProtocolLog() {}

  /** From now on in this process, for good. */
  static synchronized void install() {
    PY4J.setUseParentHandlers(false);
    PY4J.setLevel(Level.WARNING);
    if (PY4J.getHandlers().length == 0) {
      PY4J.addHandler(new ProtocolLog());
    }
  }

  @Override
  public void publish(LogRecord event) {
    Throwable thrown = event.getThrown();
    if (thrown == null) {
      LOG.warn("{}", event.getMessage());
    } else if (!DISCONNECTED.equals(thrown.getMessage())) {
      LOG.warn("{} ({})", event.getMessage(), thrown.getClass().getSimpleName());
    }
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
