package io.strandline.lab.sql.view;

import io.strandline.lab.session.Column;
import io.strandline.lab.session.SqlType;
import io.strandline.lab.sql.parse.BatchParser;
import java.util.ArrayList;
import java.util.List;

/** Reads the columns of a view from text such as {@code "name sysname!, id int"}. */
public final class ViewColumns {

  private ViewColumns() {}

  /** The columns; a type ending in {@code !} is NOT NULL. */
  public static List<Column> parse(String text) {
    List<Column> columns = new ArrayList<>();
    for (String part : text.trim().split("\\s*,\\s*")) {
      String[] words = part.split("\\s+");
      boolean nullable = !words[1].endsWith("!");
      String typeName = nullable ? words[1] : words[1].substring(0, words[1].length() - 1);
      SqlType type = BatchParser.parameters("@c " + typeName).values().iterator().next();
      columns.add(new Column(words[0], type, nullable, false));
    }
    return List.copyOf(columns);
  }
}
