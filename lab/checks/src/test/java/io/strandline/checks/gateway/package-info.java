/** The gateway in a process of its own, against the stand-in. */
package io.strandline.checks.gateway;
