package io.strandline.lab.sql.exec;

import io.strandline.lab.session.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a statement changed.
 *
 * @param count rows
 * @param columns of the OUTPUT for the client; {@code null} if there is none
 * @param rows of it
 */
record DmlResult(long count, @Nullable List<Column> columns, List<@Nullable Object[]> rows) {}
