/** Each check passes on the stand-in and fails on one that breaks its fact. */
package io.strandline.checks.check;
