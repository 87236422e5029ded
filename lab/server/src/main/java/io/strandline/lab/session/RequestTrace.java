package io.strandline.lab.session;

/**
 * Sees every request on its way to the engine, so that a test can count and read statements.
 *
 * <p>Called on the connections' own threads, so it must be thread-safe and quick; what it throws
 * ends the connection.
 */
public interface RequestTrace {

  /** A trace that ignores everything. */
  RequestTrace NONE = (client, request) -> {};

  /** A request is about to run; also called for one that a fault then keeps from running. */
  void request(Client client, SqlRequest request);

  /** A request was answered with an error: a refusal, a broken rule, a fault. */
  default void answered(Client client, SqlRequest request, SqlMessage error) {}

  /**
   * The engine failed on a request with something else than a SQL error: a defect of the engine.
   */
  default void failed(Client client, SqlRequest request, Throwable failure) {}
}
