package io.strandline.lab.sql.view;

import io.strandline.lab.cdc.CapturedColumn;
import io.strandline.lab.session.Column;
import io.strandline.lab.sql.query.Frame;
import io.strandline.lab.sql.query.Relation;
import io.strandline.lab.sql.type.HashKey;
import io.strandline.lab.store.RowCursor;
import io.strandline.lab.store.Seek;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code cdc.fn_cdc_get_net_changes_<instance>(from, to, option)}: the last change of each key,
 * with the operation that brings a copy from before the range to after it (documented).
 *
 * <p>A row inserted and deleted in the range is left out (documented); one deleted and inserted
 * again is an update (general knowledge). Rows come in the order of their last change.
 */
final class NetChanges implements Relation {

  static final String PREFIX = "fn_cdc_get_net_changes_";
  static final Set<String> OPTIONS = Set.of("all", "all with mask", "all with merge");

  private static final int MASK = 4;
  private static final int FIRST_VALUE = 5;

  private final ChangeFunction function;
  private final List<Column> columns;
  private final int[] keyPositions;

  /** What happened to one key. */
  private static final class Net {
    private final int firstOperation;
    private @Nullable Object[] last;
    private byte[] mask;

    Net(@Nullable Object[] row) {
      this.firstOperation = operation(row);
      this.last = row;
      this.mask = mask(row).clone();
    }

    void add(@Nullable Object[] row) {
      last = row;
      byte[] more = mask(row);
      for (int i = 0; i < mask.length && i < more.length; i++) {
        mask[i] |= more[i];
      }
    }

    boolean isNothing() {
      return firstOperation == 2 && operation(last) == 1;
    }

    /** 1, 2 or 4: inserted before the range's end, deleted in it, or there before and after. */
    int netOperation() {
      if (operation(last) == 1) {
        return 1;
      }
      boolean only = firstOperation == 2;
      return only ? 2 : 4;
    }

    private static int operation(@Nullable Object[] row) {
      return row[3] instanceof Integer operation ? operation : 0;
    }

    private static byte[] mask(@Nullable Object[] row) {
      return row[MASK] instanceof byte[] bytes ? bytes : new byte[0];
    }
  }

  NetChanges(ChangeFunction function) {
    this.function = function;
    List<Column> all = new ArrayList<>(ChangeTableRelation.columnsOf(function.instance()));
    all.remove(all.size() - 1);
    all.remove(2);
    all.remove(1);
    this.columns = List.copyOf(all);
    List<CapturedColumn> index = function.instance().indexColumns();
    this.keyPositions = index.stream().mapToInt(column -> column.ordinal() - 1).toArray();
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public RowCursor scan(Seek seek, boolean reverse, @Nullable Frame outer) {
    ChangeFunction.Range range = function.open(outer);
    Map<HashKey, Net> nets = new LinkedHashMap<>();
    for (@Nullable Object[] row = range.rows().next(); row != null; row = range.rows().next()) {
      if (!Integer.valueOf(3).equals(row[3])) {
        add(nets, row);
      }
    }
    Iterator<Net> iterator = nets.values().iterator();
    return () -> {
      while (iterator.hasNext()) {
        Net net = iterator.next();
        if (!net.isNothing()) {
          return row(net, range.option());
        }
      }
      return null;
    };
  }

  private void add(Map<HashKey, Net> nets, @Nullable Object[] row) {
    @Nullable Object[] key = new @Nullable Object[keyPositions.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = row[FIRST_VALUE + keyPositions[i]];
    }
    HashKey hash = HashKey.of(key);
    Net net = nets.remove(hash);
    if (net == null) {
      net = new Net(row);
    } else {
      net.add(row);
    }
    nets.put(hash, net);
  }

  private static @Nullable Object[] row(Net net, String option) {
    int operation = net.netOperation();
    boolean merge = option.equals("all with merge");
    boolean masked = option.equals("all with mask") && operation == 4;
    int width = net.last.length - FIRST_VALUE - 1;
    @Nullable Object[] out = new @Nullable Object[width + 3];
    out[0] = net.last[0];
    out[1] = merge && operation != 1 ? 5 : operation;
    out[2] = masked ? net.mask : null;
    System.arraycopy(net.last, FIRST_VALUE, out, 3, width);
    return out;
  }
}
