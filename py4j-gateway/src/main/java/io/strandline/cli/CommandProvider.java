package io.strandline.cli;

import java.util.List;

/** Brings subcommands of {@code strandline}; found by {@link java.util.ServiceLoader}. */
public interface CommandProvider {

  /** New picocli command objects. */
  List<Object> commands();
}
