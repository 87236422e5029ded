package io.strandline.lab.session;

/**
 * An error or informational message with SQL Server's own number, class and state.
 *
 * @param number SQL Server's message number
 * @param severity the class, 0 to 25; above 10 is an error, 20 and above ends the connection
 * @param state the state byte
 * @param text the message
 * @param line the 1-based line of the batch
 */
public record SqlMessage(int number, int severity, int state, String text, int line) {}
