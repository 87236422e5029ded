package io.strandline.lab.session;

import org.jspecify.annotations.Nullable;

/**
 * A typed parameter of a request.
 *
 * @param name with its leading {@code @}; empty for a positional parameter
 * @param type as the client declared it
 * @param value of the type's Java class; {@code null} for SQL NULL
 * @param output whether the client wants its value back
 */
public record Parameter(String name, SqlType type, @Nullable Object value, boolean output) {}
