package io.strandline.state;

import io.strandline.lsn.Lsn;
import java.time.LocalDateTime;

/**
 * What tells a capture instance from another of the same name.
 *
 * @param name the instance's name
 * @param created when it was enabled, server-local
 * @param firstStartLsn the first start LSN seen of it; cleanup moves later ones
 */
public record InstanceIdentity(String name, LocalDateTime created, Lsn firstStartLsn) {}
