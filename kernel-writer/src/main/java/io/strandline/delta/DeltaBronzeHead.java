package io.strandline.delta;

import io.strandline.change.TableColumn;
import io.strandline.delta.kernel.DeltaSnapshot;
import io.strandline.port.BronzeHead;
import io.strandline.port.ForeignCommits;
import io.strandline.state.StreamState;
import java.util.List;

/** A bronze table at one version, with Kernel's snapshot for the commit that follows. */
record DeltaBronzeHead(
    DeltaSnapshot snapshot,
    StreamState state,
    List<TableColumn> captured,
    ForeignCommits foreignCommits)
    implements BronzeHead.Present {

  DeltaBronzeHead {
    captured = List.copyOf(captured);
  }

  @Override
  public String tableId() {
    return snapshot.tableId();
  }

  @Override
  public boolean allowsWidening() {
    return snapshot.allowsWidening();
  }

  @Override
  public boolean isNameMapped() {
    return snapshot.isNameMapped();
  }

  @Override
  public long version() {
    return snapshot.version();
  }
}
