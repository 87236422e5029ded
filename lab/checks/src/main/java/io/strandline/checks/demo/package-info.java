/** The main job on the embedded stand-in: changes travel into Delta tables, hour by hour. */
@NullMarked
package io.strandline.checks.demo;

import org.jspecify.annotations.NullMarked;
