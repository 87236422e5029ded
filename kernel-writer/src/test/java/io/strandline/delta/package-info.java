/** Tests of the Delta adapters on real tables in temporary folders. */
package io.strandline.delta;
