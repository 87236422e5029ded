package io.strandline.lab.clock;

import java.time.ZoneId;
import java.util.Map;

/**
 * Windows' names of time zones, as CURRENT_TIMEZONE_ID gives them.
 *
 * <p>From the Unicode CLDR mapping, for the zones below; any other zone gets {@code UTC}'s name
 * only if it is UTC, else its IANA name, which no real server would return.
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

  private WindowsZones() {}

  /** The Windows name of a zone. */
  public static String nameOf(ZoneId zone) {
    String id = zone.normalized().getId();
    if (id.equals("Z") || zone.getId().equals("Etc/UTC") || zone.getId().equals("UTC")) {
      return "UTC";
    }
    return NAMES.getOrDefault(zone.getId(), zone.getId());
  }
}
