package io.strandline.sqlserver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The names of time zones that SQL Server and users give: Windows names, which {@code
 * CURRENT_TIMEZONE_ID()} answers on every platform (documented), and IANA names.
 */
final class ZoneNames {

  private static final String RESOURCE = "windows-zones.txt";
  private static final Map<String, String> WINDOWS = load();

  private ZoneNames() {}

  /** The zone of a name; empty if neither Windows nor this Java runtime knows it. */
  static Optional<ZoneId> find(String name) {
    String trimmed = name.strip();
    String iana = WINDOWS.getOrDefault(trimmed.toLowerCase(Locale.ROOT), trimmed);
    try {
      return Optional.of(ZoneId.of(iana));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Windows names in lower case, and the IANA zone of each. */
  static Map<String, String> windows() {
    return WINDOWS;
  }

  private static Map<String, String> load() {
    Map<String, String> zones = new TreeMap<>();
    try (InputStream in = ZoneNames.class.getResourceAsStream(RESOURCE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(
                    Objects.requireNonNull(in, RESOURCE), StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .forEach(pair -> zones.put(pair[0].toLowerCase(Locale.ROOT), pair[1]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(zones);
  }
}
