package io.strandline.checks.check;

import java.sql.SQLException;

/**
 * What a server and a login say of themselves.
 *
 * @param version {@code @@VERSION} in one line
 * @param major 16 for SQL Server 2022
 * @param edition 5 for Azure SQL Database, 8 for a managed instance (documented)
 * @param database where the session is
 * @param sysadmin whether the login is in that role
 * @param owner whether it is in {@code db_owner} of the database
 */
record ServerInfo(
    String version, int major, int edition, String database, boolean sysadmin, boolean owner) {

  private static final int FIRST_WITH_ZONE = 16;
  private static final int AZURE_DATABASE = 5;
  private static final int MANAGED_INSTANCE = 8;

  static ServerInfo ask(Session session) throws SQLException {
    return session.one(
        CheckStatement.SERVER,
        Names.NONE,
        row ->
            new ServerInfo(
                row.getString(1).replaceAll("\\s+", " ").strip(),
                row.getInt(2),
                row.getInt(3),
                row.getString(4),
                row.getBoolean(5),
                row.getBoolean(6)));
  }

  /** Whether it has {@code CURRENT_TIMEZONE_ID()}: 2022 and Azure SQL (documented). */
  boolean tellsItsZone() {
    return major >= FIRST_WITH_ZONE || edition == AZURE_DATABASE || edition == MANAGED_INSTANCE;
  }

  /** Whether it is the stand-in. */
  boolean isLab() {
    return version.contains("(lab emulator)");
  }
}
