package io.strandline.checks.check;

/**
 * What a check tests.
 *
 * @param name what {@code --only} takes: lower case words joined by hyphens
 * @param statement the fact, as a sentence
 * @param source where it is known from: documented, measured on which version, or inferred
 * @param meaning what the product does because of it
 */
record Fact(String name, String statement, String source, String meaning) {}
