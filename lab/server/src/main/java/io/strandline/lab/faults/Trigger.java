package io.strandline.lab.faults;

import io.strandline.lab.session.Client;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What has to be so for a fault to happen: everything that is set.
 *
 * @param statement found anywhere in the statement's text, or in a procedure's name; a begin,
 *     commit or rollback by transaction manager request reads {@code BEGIN TRAN}, {@code COMMIT
 *     TRAN} or {@code ROLLBACK TRAN}; {@code null} for any
 * @param table as the statement's text names it, case and brackets ignored: {@code t}, {@code
 *     dbo.t} or {@code db.dbo.t}; {@code null} for any
 * @param user login name, case ignored; {@code null} for any
 * @param program what the client calls itself; {@code null} for any
 * @param connection counts the server's connections from 1; 0 for any
 */
public record Trigger(
    @Nullable Pattern statement,
    @Nullable Pattern table,
    @Nullable String user,
    @Nullable String program,
    int connection) {

  /** Matches everything. */
  public static final Trigger ANY = new Trigger(null, null, null, null, 0);

  /** A pattern that finds a table's name in a statement. */
  static Pattern tableName(String name) {
    String parts =
        Arrays.stream(name.replace("[", "").replace("]", "").split("\\.", -1))
            .map(part -> "\\[?" + Pattern.quote(part) + "\\]?")
            .collect(Collectors.joining("\\s*\\.\\s*"));
    return Pattern.compile("(?<![\\w@#$])" + parts + "(?![\\w$])", Pattern.CASE_INSENSITIVE);
  }

  boolean matches(Client client, String text) {
    return (connection == 0 || connection == client.connection())
        && (user == null || user.equalsIgnoreCase(client.user()))
        && (program == null || program.equals(client.application()))
        && (statement == null || statement.matcher(text).find())
        && (table == null || table.matcher(text).find());
  }
}
