/**
 * SQL Server Agent: jobs, their steps and schedules, their history, and the thread that runs them.
 *
 * <p>What {@code msdb} holds and what its procedures change lies here; the statements of a step are
 * run by a {@link io.strandline.lab.agent.StepRunner} that the engine gives.
 */
@NullMarked
package io.strandline.lab.agent;

import org.jspecify.annotations.NullMarked;
