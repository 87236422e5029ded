/** Debezium's connector reads the lab, beside the product and the lab's own oracle. */
package io.strandline.debezium;
