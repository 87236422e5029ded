package io.strandline.lab.sql.query;

import io.strandline.lab.sql.type.Compare;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of one of a relation's keys that conditions leave, computed at each opening.
 *
 * @param key which of the relation's keys
 * @param pieces one for each alternative of the conditions
 */
record SeekPlan(int key, List<Relation.KeyColumn> columns, List<Piece> pieces) {

  private record Edge(Bound value, boolean inclusive) {}

  /** What one alternative says about a key's leading columns. */
  static final class Piece {
    private final List<Relation.KeyColumn> columns;
    private final List<Bound> prefix = new ArrayList<>();
    private final List<Edge> lows = new ArrayList<>();
    private final List<Edge> highs = new ArrayList<>();
    private final List<SeekLimit> used = new ArrayList<>();

    private Piece(List<Relation.KeyColumn> columns, List<SeekLimit> limits) {
      this.columns = columns;
      for (Relation.KeyColumn column : columns) {
        SeekLimit equal = equality(column.column(), limits);
        if (equal == null) {
          ranges(column.column(), limits);
          return;
        }
        prefix.add(equal.value());
        used.add(equal);
      }
    }

    private static @Nullable SeekLimit equality(int column, List<SeekLimit> limits) {
      for (SeekLimit limit : limits) {
        if (limit.column() == column && limit.op().equals("=")) {
          return limit;
        }
      }
      return null;
    }

    private void ranges(int column, List<SeekLimit> limits) {
      for (SeekLimit limit : limits) {
        if (limit.column() != column) {
          continue;
        }
        boolean inclusive = limit.op().endsWith("=");
        if (limit.op().startsWith(">")) {
          lows.add(new Edge(limit.value(), inclusive));
          used.add(limit);
        } else if (limit.op().startsWith("<")) {
          highs.add(new Edge(limit.value(), inclusive));
          used.add(limit);
        }
      }
    }

    /** How narrow the range is; 0 for the whole key. */
    int score() {
      return prefix.size() * 4 + (lows.isEmpty() ? 0 : 1) + (highs.isEmpty() ? 0 : 1);
    }

    int prefixLength() {
      return prefix.size();
    }

    /** Whether the range holds exactly the rows that meet the condition the limit is from. */
    boolean settles(SeekLimit limit) {
      return limit.exact() && used.contains(limit);
    }

    /** The range now; {@code null} if a limit is NULL, so that no row can match. */
    private @Nullable Seek at(Frame frame) {
      List<Object> values = new ArrayList<>(prefix.size());
      for (Bound bound : prefix) {
        Object value = bound.eval(frame);
        if (value == null) {
          return null;
        }
        values.add(value);
      }
      Seek.Bound low = null;
      for (Edge edge : lows) {
        Object value = edge.value().eval(frame);
        if (value == null) {
          return null;
        }
        low = tighter(low, new Seek.Bound(value, edge.inclusive()), 1);
      }
      Seek.Bound high = null;
      for (Edge edge : highs) {
        Object value = edge.value().eval(frame);
        if (value == null) {
          return null;
        }
        high = tighter(high, new Seek.Bound(value, edge.inclusive()), -1);
      }
      boolean descending =
          prefix.size() < columns.size() && columns.get(prefix.size()).descending();
      return descending ? Seek.of(values, high, low) : Seek.of(values, low, high);
    }

    private static Seek.Bound tighter(Seek.@Nullable Bound known, Seek.Bound other, int direction) {
      if (known == null) {
        return other;
      }
      int order = Compare.values(other.value(), known.value()) * direction;
      return order > 0 || order == 0 && !other.inclusive() ? other : known;
    }
  }

  /** The narrowest plan that the alternatives allow; {@code null} if they leave every key whole. */
  static @Nullable SeekPlan of(Relation relation, List<List<SeekLimit>> alternatives) {
    SeekPlan best = null;
    List<List<Relation.KeyColumn>> keys = relation.keys();
    for (int key = 0; key < keys.size(); key++) {
      List<Relation.KeyColumn> columns = keys.get(key);
      List<Piece> pieces = alternatives.stream().map(limits -> new Piece(columns, limits)).toList();
      SeekPlan plan = new SeekPlan(key, columns, pieces);
      if (plan.score() > (best == null ? 0 : best.score())) {
        best = plan;
      }
    }
    return best;
  }

  private int score() {
    return pieces.stream().mapToInt(Piece::score).min().orElse(0);
  }

  /** How many leading columns have one value in all rows. */
  int prefixLength() {
    return pieces.size() == 1 ? pieces.get(0).prefixLength() : 0;
  }

  /** The ranges now, in the key's order and apart from each other; none if no row can match. */
  List<Seek> at(Frame frame) {
    if (pieces.size() == 1) {
      Seek only = pieces.get(0).at(frame);
      return only == null ? List.of() : List.of(only);
    }
    boolean[] descending = new boolean[columns.size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = columns.get(i).descending();
    }
    List<Seek> ranges = new ArrayList<>(pieces.size());
    for (Piece piece : pieces) {
      Seek range = piece.at(frame);
      if (range != null && !range.isEmpty(descending)) {
        ranges.add(range);
      }
    }
    return merged(ranges, descending);
  }

  private static List<Seek> merged(List<Seek> ranges, boolean[] descending) {
    Comparator<Seek.Edge> edges = (left, right) -> Seek.compare(left, right, descending);
    ranges.sort(Comparator.comparing(Seek::from, Comparator.nullsFirst(edges)));
    Comparator<Seek.Edge> ends = Comparator.nullsLast(edges);
    List<Seek> merged = new ArrayList<>(ranges.size());
    for (Seek range : ranges) {
      Seek last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      Seek.Edge from = range.from();
      boolean touches =
          last != null
              && (from == null || last.to() == null || edges.compare(from, last.to()) <= 0);
      if (last != null && touches) {
        Seek.Edge to = ends.compare(last.to(), range.to()) >= 0 ? last.to() : range.to();
        merged.set(merged.size() - 1, new Seek(last.from(), to));
      } else {
        merged.add(range);
      }
    }
    return merged;
  }
}
