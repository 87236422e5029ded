package io.strandline.lab.faults;

/**
 * A fault that happened.
 *
 * @param sequence counts all faults of a plan from 1
 * @param fault the rule
 * @param user the session's login name
 * @param statement the statement's text
 */
public record FiredFault(long sequence, Fault fault, String user, String statement) {}
