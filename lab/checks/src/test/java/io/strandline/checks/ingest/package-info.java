/** Calls of ingest() from a stand-in over real connections into real Delta tables. */
package io.strandline.checks.ingest;
