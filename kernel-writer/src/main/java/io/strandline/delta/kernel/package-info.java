/**
 * Wrappers around Delta Kernel: the only package that touches its internal classes, which the
 * pinned version makes safe.
 */
@NullMarked
package io.strandline.delta.kernel;

import org.jspecify.annotations.NullMarked;
