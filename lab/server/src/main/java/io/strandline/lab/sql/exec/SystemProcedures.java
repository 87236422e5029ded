package io.strandline.lab.sql.exec;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The system procedures by name. */
final class SystemProcedures {

  private static final Map<String, Procedure> PROCEDURES = procedures();

  private SystemProcedures() {}

  /** A procedure; {@code null} if the lab has none of that name. */
  static @Nullable Procedure find(String name) {
    return PROCEDURES.get(name.toLowerCase(Locale.ROOT));
  }

  /** All names in order. */
  static List<String> names() {
    return PROCEDURES.keySet().stream().sorted().toList();
  }

  private static Map<String, Procedure> procedures() {
    Map<String, Procedure> procedures = new HashMap<>();
    EnableProcedures.addTo(procedures);
    CdcProcedures.addTo(procedures);
    CdcJobProcedures.addTo(procedures);
    MetadataProcedures.addTo(procedures);
    KeyProcedures.addTo(procedures);
    DriverProcedures.addTo(procedures);
    RenameProcedure.addTo(procedures);
    SpaceProcedure.addTo(procedures);
    return Map.copyOf(procedures);
  }
}
