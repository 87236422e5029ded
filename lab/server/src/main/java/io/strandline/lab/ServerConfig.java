package io.strandline.lab;

/**
 * How a lab is reached: always on the loopback address only.
 *
 * @param port 0 for a free one
 * @param tls whether clients that want encryption get it, by a certificate for localhost of an
 *     authority made for this lab; one that does not want it goes on in clear
 * @param saPassword of the administrator {@code sa}
 * @param readerPassword of logins made by {@link LabDatabase#grantReader}
 */
public record ServerConfig(int port, boolean tls, String saPassword, String readerPassword) {

  /** A free port, no TLS, fixed passwords. */
  public static ServerConfig defaults() {
    return new ServerConfig(0, false, "Lab-sa-1", "Lab-reader-1");
  }

  public ServerConfig withPort(int value) {
    return new ServerConfig(value, tls, saPassword, readerPassword);
  }

  public ServerConfig withTls(boolean value) {
    return new ServerConfig(port, value, saPassword, readerPassword);
  }

  public ServerConfig withPasswords(String sa, String reader) {
    return new ServerConfig(port, tls, sa, reader);
  }

  /** The passwords stay out of logs. */
  @Override
  public String toString() {
    return "ServerConfig[port=" + port + ", tls=" + tls + "]";
  }
}
