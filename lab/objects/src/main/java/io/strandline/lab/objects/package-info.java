/** A server of the S3 protocol for tests: one account, a bucket in memory, faults on demand. */
@NullMarked
package io.strandline.lab.objects;

import org.jspecify.annotations.NullMarked;
