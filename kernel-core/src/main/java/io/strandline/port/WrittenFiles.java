package io.strandline.port;

/** Data files that are written and not yet committed; an adapter adds what its commits need. */
public interface WrittenFiles {

  /** The number of files. */
  int files();

  /** Their total size in bytes. */
  long bytes();

  /** The rows in them. */
  long rows();
}
