package io.strandline.lab.sql.query;

import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.type.SqlErrors;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a batch, by lower-case name. */
public final class Variables {

  /** A scalar variable. */
  public static final class Variable {
    private final SqlType type;
    private @Nullable Object value;

    private Variable(SqlType type, @Nullable Object value) {
      this.type = type;
      this.value = value;
    }

    public SqlType type() {
      return type;
    }

    public @Nullable Object value() {
      return value;
    }

    /** Sets the value, which is of the variable's type. */
    public void set(@Nullable Object newValue) {
      value = newValue;
    }
  }

  private final Map<String, Variable> scalars = new HashMap<>();
  private final Map<String, TableVariable> tables = new HashMap<>();

  public void declare(String name, SqlType type, @Nullable Object value) {
    scalars.put(name, new Variable(type, value));
  }

  public void declareTable(String name, TableVariable table) {
    tables.put(name, table);
  }

  /** A variable; error 137 if it was not declared. */
  public Variable get(String name) {
    Variable variable = scalars.get(name);
    if (variable == null) {
      throw SqlErrors.undeclaredVariable(name);
    }
    return variable;
  }

  /** A table variable; error 1087 if it was not declared. */
  public TableVariable table(String name) {
    TableVariable table = tables.get(name);
    if (table == null) {
      throw SqlErrors.undeclaredTableVariable(name);
    }
    return table;
  }
}
