package io.strandline.lab.catalog;

import io.strandline.lab.cdc.CaptureSettings;

/**
 * What a server says of itself and how its databases capture.
 *
 * @param name its name, {@code @@SERVERNAME}
 * @param majorVersion 13 (2016) to 16 (2022)
 * @param seed decides the gaps between log positions
 */
public record ServerSettings(String name, int majorVersion, CaptureSettings capture, long seed) {

  /** The product version, a build of the emulated major version. */
  public String productVersion() {
    return switch (majorVersion) {
      case 13 -> "13.0.6300.2";
      case 14 -> "14.0.3456.2";
      case 15 -> "15.0.4385.2";
      default -> majorVersion + ".0.4225.2";
    };
  }

  /** The year in the product's name. */
  public int year() {
    return switch (majorVersion) {
      case 13 -> 2016;
      case 14 -> 2017;
      case 15 -> 2019;
      default -> 2022;
    };
  }
}
