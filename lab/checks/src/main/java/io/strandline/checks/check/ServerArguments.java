package io.strandline.checks.check;

import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The arguments of which server is checked, as whom and in which database. */
final class ServerArguments {

  private static final String PASSWORD_VARIABLE = "STRANDLINE_PASSWORD";
  private static final int SUFFIX_BYTES = 4;

  @Option(names = "--url", description = "JDBC URL of the server, without a password")
  private @Nullable String url;

  @Option(names = "--user", description = "login")
  private String user = "";

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "file with the password; else " + PASSWORD_VARIABLE)
  private @Nullable Path passwordFile;

  @Option(
      names = "--database",
      paramLabel = "NAME",
      description =
          "name of the database to make (default: " + Sandbox.PREFIX + "and random digits)")
  private @Nullable String database;

  @Option(
      names = "--use-database",
      paramLabel = "NAME",
      description = "test database to use instead: CDC is enabled on it and the login owns it")
  private @Nullable String givenDatabase;

  /** Picocli sets the fields. */
  ServerArguments() {}

  /**
   * The sandbox, not prepared yet.
   *
   * @throws InvalidOptionsException for arguments that do not fit
   */
  Sandbox sandbox() {
    Connector connector = Connector.of(url(), user, password());
    String suffix = suffix();
    return givenDatabase != null
        ? Sandbox.given(connector, givenDatabase, suffix)
        : Sandbox.own(connector, name(suffix), suffix);
  }

  private static String suffix() {
    byte[] bytes = new byte[SUFFIX_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private String name(String suffix) {
    if (database == null) {
      return Sandbox.PREFIX + suffix;
    }
    if (!database.matches(Sandbox.PREFIX + "[A-Za-z0-9_]{1,80}")) {
      throw new InvalidOptionsException(
          "'" + database + "' is no name for a database that is made and dropped",
          "begin it with " + Sandbox.PREFIX + " and go on with letters, digits and underscores");
    }
    return database;
  }

  private String url() {
    if (url == null) {
      throw new InvalidOptionsException(
          "there is no --url", "give jdbc:sqlserver://<host>:<port>, without a password");
    }
    if (database != null && givenDatabase != null) {
      throw new InvalidOptionsException(
          "--database and --use-database exclude each other", "give one of them");
    }
    if (url.matches("(?i).*;\\s*(password|pwd)\\s*=.*")) {
      throw new InvalidOptionsException(
          "the URL holds a password, which other users of the machine can read",
          "give it with --password-file or " + PASSWORD_VARIABLE);
    }
    return url;
  }

  private String password() {
    if (passwordFile == null) {
      return Optional.ofNullable(System.getenv(PASSWORD_VARIABLE)).orElse("");
    }
    try {
      return Files.readString(passwordFile).strip();
    } catch (IOException e) {
      throw new InvalidOptionsException(
          "file " + passwordFile + " cannot be read", "name a file that is there and readable", e);
    }
  }
}
