package io.strandline.lab.catalog;

/**
 * The product and version that the stand-in behaves as.
 *
 * <p>Builds are released ones. The cloud's products report version 12.0.2000.8 whatever they can do
 * (documented: SERVERPROPERTY), so what a version can do is its {@link #level}.
 */
public enum EmulatedVersion {
  SQL_SERVER_2016(13, "13.0.6300.2", 2016, 3),
  SQL_SERVER_2017(14, "14.0.3456.2", 2017, 3),
  SQL_SERVER_2019(15, "15.0.4385.2", 2019, 3),
  SQL_SERVER_2022(16, "16.0.4225.2", 2022, 3),
  AZURE_SQL_DATABASE(16, "12.0.2000.8", 0, 5),
  MANAGED_INSTANCE(16, "12.0.2000.8", 0, 8);

  private final int level;
  private final String productVersion;
  private final int year;
  private final int engineEdition;

  EmulatedVersion(int level, String productVersion, int year, int engineEdition) {
    this.level = level;
    this.productVersion = productVersion;
    this.year = year;
    this.engineEdition = engineEdition;
  }

  /** The boxed version with the same abilities, 13 (2016) to 16 (2022). */
  public int level() {
    return level;
  }

  /** What {@code SERVERPROPERTY('ProductVersion')} tells. */
  public String productVersion() {
    return productVersion;
  }

  /** The year in the product's name; 0 for the cloud's, whose names have none. */
  public int year() {
    return year;
  }

  /** What {@code SERVERPROPERTY('EngineEdition')} tells: 3, 5 or 8 (documented). */
  public int engineEdition() {
    return engineEdition;
  }
}
