package io.strandline.lab.sql.exec;

import io.strandline.lab.control.ControlProcedure;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stand-in's own procedures, schema {@code lab}, for sysadmins: they steer it from any client
 * and tell the truth about its tables. A real server has none of them.
 */
final class LabProcedures {

  /** The schema's name. */
  static final String SCHEMA = "lab";

  private static final Map<String, LabProcedure> PROCEDURES = procedures();

  private LabProcedures() {}

  /** A procedure of the schema; {@code null} if there is none of that name. */
  static @Nullable Procedure find(String name) {
    LabProcedure found = PROCEDURES.get(name.toLowerCase(Locale.ROOT));
    return found == null ? null : found.procedure();
  }

  /** What the procedures are for, by name. */
  static List<ControlProcedure> descriptions() {
    return PROCEDURES.values().stream().map(LabProcedure::description).toList();
  }

  private static Map<String, LabProcedure> procedures() {
    List<LabProcedure> all = new ArrayList<>();
    all.addAll(CaptureControl.procedures());
    all.addAll(CdcControl.procedures());
    all.addAll(ClockControl.procedures());
    all.addAll(FaultControl.procedures());
    all.addAll(LinkControl.procedures());
    all.addAll(TraceControl.procedures());
    all.addAll(TruthControl.procedures());
    all.add(
        LabProcedure.named("help", "Lists the procedures of schema lab, a row a parameter")
            .does(LabProcedures::help));
    Map<String, LabProcedure> byName = new TreeMap<>();
    all.forEach(each -> byName.put(each.name(), each));
    return byName;
  }

  private static void help(ProcedureCall call) {
    List<Column> columns =
        List.of(column("procedure"), column("parameter"), column("type"), column("meaning"));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (ControlProcedure each : descriptions()) {
      rows.add(new @Nullable Object[] {"lab." + each.name(), null, null, each.summary()});
      for (ControlProcedure.Argument parameter : each.parameters()) {
        rows.add(
            new @Nullable Object[] {
              "lab." + each.name(), parameter.name(), parameter.type(), parameter.meaning()
            });
      }
    }
    call.rows(columns, rows);
  }

  private static Column column(String name) {
    return new Column(name, Types.nvarchar(400), true, false);
  }
}
