/** Log stores: how a commit file comes into being exactly once. */
@NullMarked
package io.strandline.delta.log;

import org.jspecify.annotations.NullMarked;
