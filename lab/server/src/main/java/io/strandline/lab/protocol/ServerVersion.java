package io.strandline.lab.protocol;

import io.strandline.lab.wire.WireWriter;

/**
 * The version a server reports to its clients. Builds are those of the release (documented).
 *
 * @param major 16 for SQL Server 2022
 * @param minor 0 in all releases so far
 * @param build 0 to 65535
 */
public record ServerVersion(int major, int minor, int build) {

  public static final ServerVersion SQL_SERVER_2016 = new ServerVersion(13, 0, 1601);
  public static final ServerVersion SQL_SERVER_2017 = new ServerVersion(14, 0, 1000);
  public static final ServerVersion SQL_SERVER_2019 = new ServerVersion(15, 0, 2000);
  public static final ServerVersion SQL_SERVER_2022 = new ServerVersion(16, 0, 1000);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException for a major outside 11 to 255, since older servers speak an
   *     older TDS, or another part out of its bytes' range
   */
  public ServerVersion {
    if (major < 11 || major > 255 || minor < 0 || minor > 255 || build < 0 || build > 0xFFFF) {
      throw new IllegalArgumentException("server version " + major + "." + minor + "." + build);
    }
  }

  /** The first three parts of a product version such as {@code 16.0.4225.2}. */
  public static ServerVersion of(String productVersion) {
    String[] parts = productVersion.split("\\.", -1);
    return new ServerVersion(
        Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }

  void writePreLogin(WireWriter out) {
    writeLoginAck(out);
    out.u16(0);
  }

  void writeLoginAck(WireWriter out) {
    out.u8(major);
    out.u8(minor);
    out.u16BigEndian(build);
  }
}
