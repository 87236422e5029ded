/**
 * The seam between the wire protocol and the engine: what a session is asked and what it answers.
 *
 * <p>The protocol decodes a client's messages into {@link io.strandline.lab.session.SqlRequest}s
 * and encodes what the engine reports to a {@link io.strandline.lab.session.ResultSink}; neither
 * side knows the other.
 */
@NullMarked
package io.strandline.lab.session;

import org.jspecify.annotations.NullMarked;
