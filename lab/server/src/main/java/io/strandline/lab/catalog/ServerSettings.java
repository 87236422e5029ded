package io.strandline.lab.catalog;

import io.strandline.lab.cdc.CaptureSettings;

/**
 * What a server says of itself and how its databases capture.
 *
 * @param name its name, {@code @@SERVERNAME}
 * @param version what it behaves as
 * @param seed decides the gaps between log positions
 */
public record ServerSettings(
    String name, EmulatedVersion version, CaptureSettings capture, long seed) {

  /** The product version, a build of the emulated version. */
  public String productVersion() {
    return version.productVersion();
  }

  /** The year in the product's name; 0 for the cloud's. */
  public int year() {
    return version.year();
  }
}
