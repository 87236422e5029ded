package io.strandline.lab.session;

/**
 * A logged-in client's session.
 *
 * <p>One request at a time; {@link #cancel} alone may be called from another thread.
 */
public interface SqlSession extends AutoCloseable {

  /** The session's id, {@code @@SPID}. */
  int id();

  /** The current database. */
  String database();

  /**
   * Runs one request and reports every result, errors included, to {@code out}.
   *
   * @throws CancelledException after the running statement was undone
   * @throws SqlException with a severity of 20 or more: the connection must be closed
   */
  void run(SqlRequest request, ResultSink out);

  /**
   * The columns a request would return, without running it ({@code sp_prepare}, {@code SET FMTONLY
   * ON}); empty if none.
   */
  java.util.List<Column> describe(SqlRequest.Text request);

  /** Makes a running request stop soon, waits included; without one, does nothing. */
  void cancel();

  /**
   * Restores the options of a new session.
   *
   * @param keepTransaction whether an open transaction stays open; else it is rolled back
   */
  void reset(boolean keepTransaction);

  /** Rolls back and frees the session. */
  @Override
  void close();
}
