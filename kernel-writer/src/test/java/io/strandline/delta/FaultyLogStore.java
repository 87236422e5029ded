package io.strandline.delta;

import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A log store that fails one write of a commit file; Kernel makes it by name. */
public final class FaultyLogStore extends PassingLogStore {

  /** Where the write of a commit fails. */
  enum Fault {
    NONE,
    /** Before anything is written. */
    BEFORE_WRITE,
    /** After the commit is there, before the answer. */
    AFTER_WRITE,
    /** Another writer's commit takes the version just before. */
    BEATEN,
    /** So it does each time. */
    ALWAYS_BEATEN
  }

  private static final AtomicReference<Fault> NEXT = new AtomicReference<>(Fault.NONE);
  private static volatile Runnable winner = () -> {};

  /** Made by Kernel. */
  public FaultyLogStore(Configuration configuration) {
    super(configuration);
  }

  /** Arms a fault for the next commit file that is written. */
  static void arm(Fault fault) {
    NEXT.set(fault);
  }

  /** Lets another writer commit just before the next commit file is written. */
  static void beatBy(Runnable other) {
    winner = other;
    NEXT.set(Fault.BEATEN);
  }

  /** Lets another writer commit just before each commit file, until another fault is armed. */
  static void beatAlwaysBy(Runnable other) {
    winner = other;
    NEXT.set(Fault.ALWAYS_BEATEN);
  }

  private static Fault next() {
    return NEXT.getAndUpdate(fault -> fault == Fault.ALWAYS_BEATEN ? fault : Fault.NONE);
  }

  @Override
  public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf)
      throws IOException {
    Fault fault = isCommit(path) ? next() : Fault.NONE;
    if (fault == Fault.BEFORE_WRITE) {
      throw new IOException("injected before the write");
    }
    if (fault == Fault.BEATEN || fault == Fault.ALWAYS_BEATEN) {
      winner.run();
    }
    super.write(path, actions, overwrite, conf);
    if (fault == Fault.AFTER_WRITE) {
      throw new IOException("injected after the write");
    }
  }
}
