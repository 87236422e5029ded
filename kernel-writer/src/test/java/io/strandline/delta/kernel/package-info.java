/** Tests of the wrappers around Kernel. */
package io.strandline.delta.kernel;
