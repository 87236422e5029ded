package io.strandline.lab.session;

/**
 * A column of a result set.
 *
 * @param name as the client sees it; empty for an unnamed expression
 * @param type its type
 * @param nullable whether rows may hold NULL; decides the wire type
 * @param identity whether it is an identity column
 */
public record Column(String name, SqlType type, boolean nullable, boolean identity) {}
