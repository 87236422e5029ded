package io.strandline.lab.faults;

import io.strandline.lab.session.Client;

/**
 * A fault that happened.
 *
 * @param sequence counts all faults of a plan from 1
 * @param fault the rule
 * @param client whose
 * @param statement the statement's text; empty before any
 */
public record FiredFault(long sequence, Fault fault, Client client, String statement) {}
