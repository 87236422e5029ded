package io.strandline.lab.workload;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A flight as it turned out.
 *
 * @param id the key, 1 to 3614
 * @param scheduled scheduled departure, New York local
 * @param departureDelay minutes, negative for early; {@code null} if cancelled
 * @param arrivalDelay minutes, negative for early; {@code null} if it did not arrive as planned
 * @param airMinutes minutes in the air; {@code null} together with {@code arrivalDelay}
 * @param tailNumber {@code null} if not known
 * @param miles statute miles
 */
record Flight(
    int id,
    LocalDateTime scheduled,
    @Nullable Integer departureDelay,
    @Nullable Integer arrivalDelay,
    @Nullable Integer airMinutes,
    String carrier,
    int number,
    @Nullable String tailNumber,
    String origin,
    String destination,
    int miles) {

  private static final int COLUMNS = 17;

  /**
   * Reads a line of the resource; its columns are described beside the script that cut it.
   *
   * @throws IllegalArgumentException for another number of columns
   */
  static Flight parse(String line) {
    String[] values = line.split(",", -1);
    if (values.length != COLUMNS) {
      throw new IllegalArgumentException(values.length + " columns in: " + line);
    }
    int scheduled = Integer.parseInt(values[5]);
    return new Flight(
        Integer.parseInt(values[0]),
        LocalDateTime.of(
            Integer.parseInt(values[1]),
            Integer.parseInt(values[2]),
            Integer.parseInt(values[3]),
            scheduled / 100,
            scheduled % 100),
        number(values[6]),
        number(values[9]),
        number(values[15]),
        values[10],
        Integer.parseInt(values[11]),
        values[12].isEmpty() ? null : values[12],
        values[13],
        values[14],
        Integer.parseInt(values[16]));
  }

  private static @Nullable Integer number(String value) {
    return value.isEmpty() ? null : Integer.valueOf(value);
  }
}
