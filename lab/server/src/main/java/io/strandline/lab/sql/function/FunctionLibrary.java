package io.strandline.lab.sql.function;

import io.strandline.lab.sql.parse.BuiltIns;
import io.strandline.lab.sql.query.Bound;
import io.strandline.lab.sql.query.FunctionCall;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.Set;

/** All scalar functions of the subset. */
public final class FunctionLibrary {

  private static final Set<String> SPECIAL =
      Set.of(
          "COUNT",
          "COUNT_BIG",
          "SUM",
          "MIN",
          "MAX",
          "AVG",
          "ROW_NUMBER",
          "RANK",
          "DENSE_RANK",
          "NTILE",
          "LAG",
          "LEAD");

  private static final FunctionTable TABLE = table();

  private FunctionLibrary() {}

  private static FunctionTable table() {
    FunctionTable table = new FunctionTable();
    ClockFunctions.addTo(table);
    DateFunctions.addTo(table);
    TextFunctions.addTo(table);
    ValueFunctions.addTo(table);
    SessionFunctions.addTo(table);
    MetadataFunctions.addTo(table);
    return table;
  }

  /** The names that a major version compiles. */
  public static BuiltIns builtIns(int majorVersion) {
    return name -> SPECIAL.contains(name) || TABLE.isKnown(name, majorVersion);
  }

  /** Binds a call; error 195 or 4121 for an unknown function, 137 for an unknown system value. */
  public static Bound bind(FunctionCall call) {
    if (!call.call().qualifier().isEmpty()) {
      return CdcFunctions.bind(call);
    }
    String name = call.call().name();
    FunctionTable.Binder binder = TABLE.find(name, call.context().server().majorVersion());
    if (binder == null) {
      throw name.startsWith("@@")
          ? SqlErrors.undeclaredVariable(name)
          : SqlErrors.unknownFunction(name);
    }
    return binder.bind(call);
  }
}
