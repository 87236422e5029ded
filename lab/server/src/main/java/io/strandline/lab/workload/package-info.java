/**
 * A workload of real flights for the lab: a seeded list of transactions on one table, each with the
 * instant at which it commits.
 *
 * <p>Plain T-SQL texts, so that the same list runs on the lab and on a real server. Pure: no clock,
 * no input but the resource of this package.
 */
@NullMarked
package io.strandline.lab.workload;

import org.jspecify.annotations.NullMarked;
