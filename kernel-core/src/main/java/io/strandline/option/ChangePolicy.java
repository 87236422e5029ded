package io.strandline.option;

/**
 * What stops a stream and what it goes on over.
 *
 * @param failOnDataLoss whether changes that are gone stop it; else they are skipped and recorded
 * @param failOnSchemaChange whether any change of the source table's definition stops it; else only
 *     one that the target cannot take
 * @param bootstrap whether a new table begins with the rows of the source table
 */
public record ChangePolicy(boolean failOnDataLoss, boolean failOnSchemaChange, boolean bootstrap) {

  static ChangePolicy of(OptionValues values) {
    return new ChangePolicy(
        values.flag(Option.FAIL_ON_DATA_LOSS),
        values.choice(Option.SCHEMA_CHANGE_POLICY, "classify", "fail"),
        values.flag(Option.BOOTSTRAP));
  }
}
