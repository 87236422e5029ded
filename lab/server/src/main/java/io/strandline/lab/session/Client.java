package io.strandline.lab.session;

/**
 * Who is at the other end of a connection.
 *
 * @param connection counts the server's connections from 1, those that never logged in included
 * @param session the session's id, {@code @@SPID}; 0 before the login
 * @param user the login name; empty before the login
 * @param application what the client calls itself; empty before the login
 */
public record Client(int connection, int session, String user, String application) {

  /** A client that has connected and said nothing yet. */
  public static Client unknown(int connection) {
    return new Client(connection, 0, "", "");
  }
}
