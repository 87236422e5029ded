package io.strandline.lab.cdc;

import io.strandline.lab.store.Table;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code sys.sp_cdc_enable_table} is asked for, its names resolved. */
public record CaptureRequest(
    String name,
    Table source,
    @Nullable String role,
    @Nullable String indexName,
    List<CapturedColumn> columns,
    List<CapturedColumn> indexColumns,
    boolean supportsNetChanges,
    @Nullable String filegroup,
    boolean partitionSwitch) {}
