package io.strandline.lab.sql.query;

import io.strandline.lab.session.Column;
import io.strandline.lab.sql.ast.TableRef.Kind;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins of any kind and nesting, computed as a whole: RIGHT, FULL and nested outer joins.
 *
 * <p>Rows are as wide as the query's row up to the tree's end, so that conditions find their
 * columns where the query has them.
 */
final class JoinTree implements Relation {

  /** A part of the tree. */
  sealed interface Node {

    /** Where its columns begin in the row. */
    int from();

    /** Where its columns end. */
    int to();
  }

  /** One source; a lateral one sees the row to its left. */
  record Leaf(Source source, boolean lateral) implements Node {
    @Override
    public int from() {
      return source.offset();
    }

    @Override
    public int to() {
      return source.offset() + source.width();
    }
  }

  /** A join. */
  record Pair(Kind kind, Node left, Node right, List<Bound.Test> on) implements Node {
    @Override
    public int from() {
      return left.from();
    }

    @Override
    public int to() {
      return right.to();
    }

    boolean keepsLeft() {
      return kind == Kind.LEFT || kind == Kind.FULL || kind == Kind.OUTER_APPLY;
    }

    boolean keepsRight() {
      return kind == Kind.RIGHT || kind == Kind.FULL;
    }
  }

  private final Node root;
  private final int offset;
  private final int width;
  private final List<Column> columns;

  JoinTree(Node root, int offset, int width) {
    this(root, offset, width, List.of());
  }

  private JoinTree(Node root, int offset, int width, List<Column> columns) {
    this.root = root;
    this.offset = offset;
    this.width = width;
    this.columns = columns;
  }

  /** The tree with the columns of its sources. */
  JoinTree over(List<Source> sources) {
    List<Column> all = new ArrayList<>();
    sources.forEach(source -> all.addAll(source.relation().columns()));
    return new JoinTree(root, offset, width, all);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    Frame frame = new Frame(outer);
    Iterator<@Nullable Object[]> rows = rows(root, frame).iterator();
    return () -> rows.hasNext() ? Arrays.copyOfRange(rows.next(), offset, width) : null;
  }

  private List<@Nullable Object[]> rows(Node node, Frame frame) {
    return node instanceof Pair pair ? joined(pair, frame) : read((Leaf) node, frame.outer);
  }

  private List<@Nullable Object[]> read(Leaf leaf, @Nullable Frame around) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    RowCursor cursor = leaf.source().relation().scan(Seek.ALL, false, around);
    for (@Nullable Object @Nullable [] row = cursor.next(); row != null; row = cursor.next()) {
      @Nullable Object[] flat = new @Nullable Object[width];
      System.arraycopy(row, 0, flat, leaf.from(), row.length);
      rows.add(flat);
    }
    return rows;
  }

  private List<@Nullable Object[]> joined(Pair pair, Frame frame) {
    boolean lateral = pair.right() instanceof Leaf leaf && leaf.lateral();
    List<@Nullable Object[]> fixed = lateral ? List.of() : rows(pair.right(), frame);
    BitSet matched = new BitSet();
    List<@Nullable Object[]> result = new ArrayList<>();
    for (@Nullable Object[] left : rows(pair.left(), frame)) {
      frame.row = left;
      List<@Nullable Object[]> partners = lateral ? read((Leaf) pair.right(), frame) : fixed;
      boolean any = false;
      for (int i = 0; i < partners.size(); i++) {
        @Nullable Object[] both = left.clone();
        int from = pair.right().from();
        System.arraycopy(partners.get(i), from, both, from, pair.right().to() - from);
        frame.row = both;
        if (holds(pair.on(), frame)) {
          any = true;
          matched.set(i);
          result.add(both);
        }
      }
      if (!any && pair.keepsLeft()) {
        result.add(left);
      }
    }
    if (pair.keepsRight()) {
      for (int i = matched.nextClearBit(0); i < fixed.size(); i = matched.nextClearBit(i + 1)) {
        result.add(fixed.get(i));
      }
    }
    return result;
  }

  private static boolean holds(List<Bound.Test> tests, Frame frame) {
    for (Bound.Test test : tests) {
      if (!Boolean.TRUE.equals(test.test(frame))) {
        return false;
      }
    }
    return true;
  }
}
