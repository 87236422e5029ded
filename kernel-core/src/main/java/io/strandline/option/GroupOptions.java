package io.strandline.option;

/**
 * A group's options, validated and frozen.
 *
 * @param connections most connections to the source at once, of all members together
 */
public record GroupOptions(int connections) {

  /** What holds where nothing is said. */
  public static final GroupOptions DEFAULT = GroupOptions.of(new OptionValues());

  /** A reader of changes holds two. */
  private static final int LEAST_CONNECTIONS = 2;

  private static final int MOST_CONNECTIONS = 256;

  /**
   * The options of the given texts; options of the source and of streams are left alone.
   *
   * @throws io.strandline.error.InvalidOptionsException naming every fault
   */
  public static GroupOptions of(OptionValues values) {
    int connections = values.parsed(Option.GROUP_CONNECTIONS, 1, Integer::parseInt);
    if (connections < LEAST_CONNECTIONS || connections > MOST_CONNECTIONS) {
      values.fault(
          Option.GROUP_CONNECTIONS,
          "groupConnections "
              + connections
              + " is not between "
              + LEAST_CONNECTIONS
              + " and "
              + MOST_CONNECTIONS);
    }
    values.throwIfFaulty();
    return new GroupOptions(connections);
  }
}
