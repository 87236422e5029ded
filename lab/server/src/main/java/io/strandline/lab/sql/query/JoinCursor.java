package io.strandline.lab.sql.query;

import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Joins sources by nested loops, from left to right; inner sources are sought, hashed or kept. */
final class JoinCursor implements RowCursor {

  private static final RowCursor EMPTY = () -> null;

  private final Level[] levels;
  private final RowCursor[] cursors;
  private final boolean[] matched;
  private final boolean[] exhausted;
  private final List<@Nullable Object[]>[] kept;
  private final Map<HashKey, List<@Nullable Object[]>>[] hashed;
  private final Frame frame;
  private final @Nullable Object[] flat;
  private final @Nullable Frame outer;
  private final boolean reverse;
  private boolean started;

  @SuppressWarnings({"unchecked", "rawtypes"})
  JoinCursor(List<Level> levels, int width, @Nullable Frame outer, boolean reverse) {
    this.levels = levels.toArray(new Level[0]);
    this.cursors = new RowCursor[this.levels.length];
    this.matched = new boolean[this.levels.length];
    this.exhausted = new boolean[this.levels.length];
    this.kept = new List[this.levels.length];
    this.hashed = new Map[this.levels.length];
    this.frame = new Frame(outer);
    this.flat = new @Nullable Object[width];
    this.outer = outer;
    this.reverse = reverse;
    frame.row = flat;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    int last = levels.length - 1;
    int level = started ? last : 0;
    if (!started) {
      started = true;
      open(0);
    }
    while (level >= 0) {
      if (!advance(level)) {
        level--;
      } else if (level == last) {
        return last == 0 ? frame.row : flat.clone();
      } else {
        level++;
        open(level);
      }
    }
    return null;
  }

  private void open(int level) {
    matched[level] = false;
    exhausted[level] = false;
    Level plan = levels[level];
    SeekPlan seekPlan = plan.seek();
    if (plan.lateral()) {
      cursors[level] = plan.source().relation().scan(Seek.ALL, false, frame);
    } else if (seekPlan != null) {
      cursors[level] = ranges(plan, seekPlan.at(frame), reverse(level));
    } else if (level == 0) {
      cursors[level] = plan.source().relation().scan(plan.key(), Seek.ALL, reverse, outer);
    } else {
      cursors[level] = inner(level, plan);
    }
  }

  private RowCursor ranges(Level plan, List<Seek> seeks, boolean backwards) {
    Relation relation = plan.source().relation();
    if (seeks.isEmpty()) {
      return EMPTY;
    }
    if (seeks.size() == 1) {
      return relation.scan(plan.key(), seeks.get(0), backwards, outer);
    }
    List<Seek> ordered = new ArrayList<>(seeks);
    if (backwards) {
      Collections.reverse(ordered);
    }
    Iterator<Seek> remaining = ordered.iterator();
    RowCursor[] current = {EMPTY};
    return () -> {
      @Nullable Object @Nullable [] row = current[0].next();
      while (row == null && remaining.hasNext()) {
        current[0] = relation.scan(plan.key(), remaining.next(), backwards, outer);
        row = current[0].next();
      }
      return row;
    };
  }

  private boolean reverse(int level) {
    return level == 0 && reverse;
  }

  private RowCursor inner(int level, Level plan) {
    List<@Nullable Object[]> rows = kept[level];
    if (rows == null) {
      rows = new ArrayList<>();
      RowCursor all = plan.source().relation().scan(Seek.ALL, false, outer);
      for (@Nullable Object @Nullable [] row = all.next(); row != null; row = all.next()) {
        rows.add(row);
      }
      kept[level] = rows;
    }
    Level.HashPlan hash = plan.hash();
    Iterator<@Nullable Object[]> iterator =
        hash == null ? rows.iterator() : partners(level, hash, rows).iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }

  private List<@Nullable Object[]> partners(
      int level, Level.HashPlan hash, List<@Nullable Object[]> rows) {
    Map<HashKey, List<@Nullable Object[]>> table = hashed[level];
    if (table == null) {
      table = new HashMap<>();
      for (@Nullable Object[] row : rows) {
        @Nullable Object[] key = new @Nullable Object[hash.columns().length];
        for (int i = 0; i < key.length; i++) {
          key[i] = row[hash.columns()[i]];
        }
        table.computeIfAbsent(HashKey.of(key), k -> new ArrayList<>()).add(row);
      }
      hashed[level] = table;
    }
    @Nullable Object[] key = new @Nullable Object[hash.values().size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = hash.values().get(i).eval(frame);
      if (key[i] == null) {
        return List.of();
      }
    }
    return table.getOrDefault(HashKey.of(key), List.of());
  }

  private boolean advance(int level) {
    Level plan = levels[level];
    while (!exhausted[level]) {
      @Nullable Object @Nullable [] row = cursors[level].next();
      if (row == null) {
        exhausted[level] = true;
        if (!plan.optional() || matched[level]) {
          return false;
        }
        Source source = plan.source();
        Arrays.fill(flat, source.offset(), source.offset() + source.width(), null);
        return holds(plan.filters());
      }
      place(plan.source(), row);
      if (holds(plan.on())) {
        matched[level] = true;
        if (holds(plan.filters())) {
          return true;
        }
      }
    }
    return false;
  }

  private void place(Source source, @Nullable Object[] row) {
    if (levels.length == 1) {
      frame.row = row;
    } else {
      System.arraycopy(row, 0, flat, source.offset(), source.width());
    }
  }

  private boolean holds(List<Bound.Test> tests) {
    for (Bound.Test test : tests) {
      if (!Boolean.TRUE.equals(test.test(frame))) {
        return false;
      }
    }
    return true;
  }
}
