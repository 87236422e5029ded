package io.strandline.delta.kernel;

/** Decides whether a transaction may be rebased over another writer's commit. */
@FunctionalInterface
public interface VersionGuard {

  /** Lets a transaction follow anything that Kernel's own conflict rules accept. */
  VersionGuard KERNELS_RULES = version -> true;

  /** Whether the commit of this version leaves the transaction's premises as they were. */
  boolean harmless(long version);
}
