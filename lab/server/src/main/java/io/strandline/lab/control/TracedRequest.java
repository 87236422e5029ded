package io.strandline.lab.control;

import io.strandline.lab.session.Client;
import io.strandline.lab.session.Parameter;
import io.strandline.lab.session.SqlRequest;
import java.time.Instant;
import java.util.List;

/**
 * A request that a client made.
 *
 * @param sequence counts all requests of a server from 1
 * @param at the lab's clock when it came
 * @param client who made it
 * @param request as the engine got it
 */
public record TracedRequest(long sequence, Instant at, Client client, SqlRequest request) {

  /** The statement's text, a procedure's name, or what a transaction request amounts to. */
  public String text() {
    return request.text();
  }

  /** Its parameters in order; empty for a batch. */
  public List<Parameter> parameters() {
    return request.parameters();
  }
}
