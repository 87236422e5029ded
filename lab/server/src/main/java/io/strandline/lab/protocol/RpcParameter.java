package io.strandline.lab.protocol;

import io.strandline.lab.session.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a remote procedure call as sent.
 *
 * @param name with its {@code @}, or empty
 * @param output whether it is passed by reference
 * @param defaulted whether the procedure's default is wanted instead of the value
 * @param type as written on the wire
 * @param value {@code null} for SQL NULL
 */
record RpcParameter(
    String name, boolean output, boolean defaulted, SqlType type, @Nullable Object value) {}
