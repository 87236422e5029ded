package io.strandline.lab.agent;

import io.strandline.lab.agent.HistoryRow.Status;
import io.strandline.lab.clock.LabClock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One run of a job: its steps in their order, each with a row of history. */
final class JobRun {

  private static final int MOST_STEPS = 1_000;

  private final Job job;
  private final String invokedBy;
  private final LabClock clock;
  private final JobHistory history;
  private final StepRunner steps;
  private final StepRunner.Cancellation cancellation = new StepRunner.Cancellation();

  JobRun(Job job, String invokedBy, LabClock clock, JobHistory history, StepRunner steps) {
    this.job = job;
    this.invokedBy = invokedBy;
    this.clock = clock;
    this.history = history;
    this.steps = steps;
  }

  Job job() {
    return job;
  }

  void cancel() {
    cancellation.cancel();
    clock.wake();
  }

  void run() throws InterruptedException {
    LocalDateTime started = clock.local();
    Duration begun = clock.elapsed();
    JobStep step = job.step(job.startStepId());
    JobStep last = step;
    Status outcome = Status.FAILED;
    for (int done = 0; step != null && done < MOST_STEPS; done++) {
      last = step;
      Status status = attempts(step);
      JobStep.Next next = status == Status.SUCCEEDED ? step.onSuccess() : step.onFailure();
      if (status == Status.CANCELED || next.action() <= JobStep.Next.QUIT_WITH_FAILURE) {
        boolean good = next.action() == JobStep.Next.QUIT_WITH_SUCCESS;
        outcome = status == Status.CANCELED ? status : good ? Status.SUCCEEDED : Status.FAILED;
        break;
      }
      step = job.step(next.action() == JobStep.Next.NEXT_STEP ? last.id() + 1 : next.stepId());
    }
    history.add(
        row(0, "(Job outcome)", outcome, NOTHING, outcomeText(outcome, last), started, begun, 0));
  }

  private static final StepRunner.Outcome NOTHING = new StepRunner.Outcome(0, 0, "");

  /** General knowledge. */
  private String outcomeText(Status outcome, @Nullable JobStep last) {
    String how =
        switch (outcome) {
          case SUCCEEDED -> "The job succeeded.";
          case CANCELED -> "The job was stopped prior to completion.";
          default -> "The job failed.";
        };
    String which =
        last == null
            ? ""
            : "  The last step to run was step " + last.id() + " (" + last.name() + ").";
    return how + "  The Job was invoked by " + invokedBy + "." + which;
  }

  private Status attempts(JobStep step) throws InterruptedException {
    for (int retries = 0; ; retries++) {
      LocalDateTime started = clock.local();
      Duration begun = clock.elapsed();
      StepRunner.Outcome outcome = steps.run(job.owner(), step, cancellation);
      boolean again = outcome.failed() && retries < step.retryAttempts();
      Status status = cancellation.isCancelled() ? Status.CANCELED : status(outcome, again);
      history.add(
          row(
              step.id(),
              step.name(),
              status,
              outcome,
              text(outcome, status),
              started,
              begun,
              retries));
      if (status != Status.RETRY) {
        return status;
      }
      BooleanSupplier stop = cancellation::isCancelled;
      clock.awaitElapsed(clock.elapsed().plus(Duration.ofMinutes(step.retryMinutes())), stop);
    }
  }

  private static Status status(StepRunner.Outcome outcome, boolean again) {
    if (!outcome.failed()) {
      return Status.SUCCEEDED;
    }
    return again ? Status.RETRY : Status.FAILED;
  }

  /** General knowledge. */
  private String text(StepRunner.Outcome outcome, Status status) {
    String how =
        switch (status) {
          case SUCCEEDED -> "The step succeeded.";
          case CANCELED -> "The step was cancelled (stopped) as the result of a stop job request.";
          default -> "The step failed.";
        };
    String said = outcome.text().isEmpty() ? "" : " " + outcome.text();
    return "Executed as user: " + job.owner() + "." + said + "  " + how;
  }

  private HistoryRow row(
      int stepId,
      String stepName,
      Status status,
      StepRunner.Outcome outcome,
      String text,
      LocalDateTime started,
      Duration begun,
      int retries) {
    return new HistoryRow(
        0,
        job.id(),
        stepId,
        stepName,
        status,
        outcome.errorNumber(),
        outcome.errorSeverity(),
        text,
        started,
        clock.elapsed().minus(begun).toSeconds(),
        retries);
  }
}
