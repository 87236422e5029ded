/**
 * Values in the bytes that TDS gives them: in packets and, the same bytes, in the lab's memory.
 *
 * <p>Layouts are those of the documented protocol (MS-TDS).
 */
@NullMarked
package io.strandline.lab.wire;

import org.jspecify.annotations.NullMarked;
