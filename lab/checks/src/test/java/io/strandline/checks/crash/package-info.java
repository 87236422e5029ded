/** Calls of ingest() in processes of their own that are killed at a chosen moment. */
package io.strandline.checks.crash;
