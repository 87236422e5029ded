/**
 * Throw-away certificates for the lab's TLS: a certificate authority and a server certificate made
 * with the JDK alone.
 */
@NullMarked
package io.strandline.lab.tls;

import org.jspecify.annotations.NullMarked;
