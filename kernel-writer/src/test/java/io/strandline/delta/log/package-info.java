/** Tests of the log stores. */
package io.strandline.delta.log;
