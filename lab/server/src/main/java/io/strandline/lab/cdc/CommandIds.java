package io.strandline.lab.cdc;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the commands of one transaction as {@code __$command_id} shows them.
 *
 * <p>The k-th statement that any instance has a row of is 2k - 1 in a table's first instance and 2k
 * in its second. That gives what was measured on 2022, 1, 3, 3, 5 beside 2, 4, 4, 6; which rule a
 * real server follows is not documented.
 */
final class CommandIds {

  private final Map<Integer, Integer> commands = new HashMap<>();

  /** The id of a statement's rows in an instance. */
  int id(int statement, CaptureInstance instance) {
    int command = commands.computeIfAbsent(statement, key -> commands.size() + 1);
    return 2 * command - 1 + instance.slot();
  }

  /** How many commands there were. */
  int count() {
    return commands.size();
  }
}
