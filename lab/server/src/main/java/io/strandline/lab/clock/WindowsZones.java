package io.strandline.lab.clock;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Windows' names of time zones, as CURRENT_TIMEZONE_ID gives and AT TIME ZONE takes them.
 *
 * <p>From the Unicode CLDR mapping, for the zones below; any other zone gets {@code UTC}'s name
 * only if it is UTC, else its IANA name, which no real server would return. The rules behind a name
 * are the JDK's, which differ from Windows' for years long past.
 */
public final class WindowsZones {

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("America/Sao_Paulo", "E. South America Standard Time"),
          Map.entry("America/New_York", "Eastern Standard Time"),
          Map.entry("America/Chicago", "Central Standard Time"),
          Map.entry("America/Denver", "Mountain Standard Time"),
          Map.entry("America/Phoenix", "US Mountain Standard Time"),
          Map.entry("America/Los_Angeles", "Pacific Standard Time"),
          Map.entry("America/St_Johns", "Newfoundland Standard Time"),
          Map.entry("America/Bogota", "SA Pacific Standard Time"),
          Map.entry("America/Mexico_City", "Central Standard Time (Mexico)"),
          Map.entry("Europe/London", "GMT Standard Time"),
          Map.entry("Europe/Lisbon", "GMT Standard Time"),
          Map.entry("Europe/Berlin", "W. Europe Standard Time"),
          Map.entry("Europe/Zurich", "W. Europe Standard Time"),
          Map.entry("Europe/Amsterdam", "W. Europe Standard Time"),
          Map.entry("Europe/Rome", "W. Europe Standard Time"),
          Map.entry("Europe/Vienna", "W. Europe Standard Time"),
          Map.entry("Europe/Paris", "Romance Standard Time"),
          Map.entry("Europe/Madrid", "Romance Standard Time"),
          Map.entry("Europe/Warsaw", "Central European Standard Time"),
          Map.entry("Europe/Prague", "Central Europe Standard Time"),
          Map.entry("Europe/Budapest", "Central Europe Standard Time"),
          Map.entry("Europe/Athens", "GTB Standard Time"),
          Map.entry("Europe/Kiev", "FLE Standard Time"),
          Map.entry("Europe/Istanbul", "Turkey Standard Time"),
          Map.entry("Europe/Moscow", "Russian Standard Time"),
          Map.entry("Africa/Johannesburg", "South Africa Standard Time"),
          Map.entry("Africa/Cairo", "Egypt Standard Time"),
          Map.entry("Asia/Dubai", "Arabian Standard Time"),
          Map.entry("Asia/Kolkata", "India Standard Time"),
          Map.entry("Asia/Kathmandu", "Nepal Standard Time"),
          Map.entry("Asia/Shanghai", "China Standard Time"),
          Map.entry("Asia/Singapore", "Singapore Standard Time"),
          Map.entry("Asia/Tokyo", "Tokyo Standard Time"),
          Map.entry("Asia/Seoul", "Korea Standard Time"),
          Map.entry("Australia/Sydney", "AUS Eastern Standard Time"),
          Map.entry("Australia/Lord_Howe", "Lord Howe Standard Time"),
          Map.entry("Pacific/Auckland", "New Zealand Standard Time"),
          Map.entry("Pacific/Apia", "Samoa Standard Time"));

  /** Names that several zones above share stand for CLDR's first choice. */
  private static final Map<String, String> ZONES =
      Map.of(
          "GMT Standard Time", "Europe/London",
          "W. Europe Standard Time", "Europe/Berlin",
          "Romance Standard Time", "Europe/Paris",
          "Central Europe Standard Time", "Europe/Budapest",
          "Greenwich Standard Time", "Atlantic/Reykjavik",
          "Atlantic Standard Time", "America/Halifax",
          "Argentina Standard Time", "America/Buenos_Aires",
          "Hawaiian Standard Time", "Pacific/Honolulu",
          "Alaskan Standard Time", "America/Anchorage");

  private WindowsZones() {}

  /** The names that {@link #zoneOf} knows, in order. */
  public static SortedSet<String> names() {
    SortedSet<String> names = new TreeSet<>(NAMES.values());
    names.addAll(ZONES.keySet());
    names.add("UTC");
    return names;
  }

  /** The zone of a Windows name, in any case; {@code null} if there is none. */
  public static @Nullable ZoneId zoneOf(String name) {
    if (name.equalsIgnoreCase("UTC")) {
      return ZoneOffset.UTC;
    }
    for (Map<String, String> map : List.of(ZONES, inverted())) {
      for (Map.Entry<String, String> entry : map.entrySet()) {
        if (entry.getKey().equalsIgnoreCase(name)) {
          return ZoneId.of(entry.getValue());
        }
      }
    }
    return null;
  }

  private static Map<String, String> inverted() {
    Map<String, String> inverted = new HashMap<>();
    NAMES.forEach((zone, name) -> inverted.put(name, zone));
    return inverted;
  }

  /** The Windows name of a zone. */
  public static String nameOf(ZoneId zone) {
    String id = zone.normalized().getId();
    if (id.equals("Z") || zone.getId().equals("Etc/UTC") || zone.getId().equals("UTC")) {
      return "UTC";
    }
    return NAMES.getOrDefault(zone.getId(), zone.getId());
  }
}
