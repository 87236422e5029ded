package io.strandline.lab.session;

/** Opens sessions: the protocol's only way into the engine. Thread-safe. */
public interface SqlEngine {

  /**
   * What a login packet says.
   *
   * @param user login name
   * @param password in clear
   * @param database initial database; empty for the login's default
   * @param application the client's name for itself
   * @param readOnlyIntent whether {@code ApplicationIntent=ReadOnly} was sent
   */
  record Login(
      String user, String password, String database, String application, boolean readOnlyIntent) {
    @Override
    public String toString() {
      return "Login[user=" + user + ", database=" + database + "]";
    }
  }

  /**
   * Opens a session.
   *
   * @throws SqlException 18456 for a wrong user or password, 4060 for a database that is not there
   */
  SqlSession login(Login login);
}
