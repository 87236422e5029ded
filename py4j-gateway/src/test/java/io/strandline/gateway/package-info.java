/** Tests of the gateway, and what other modules test it with. */
package io.strandline.gateway;
