package io.strandline.lab.agent;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as {@code msdb.dbo.sysjobs} and {@code sysjobsteps} tell of it.
 *
 * @param owner the login that its steps run as
 * @param targeted whether {@code sp_add_jobserver} gave it to this server; else it never runs
 * @param created server-local time, as {@code modified}
 * @param version 1 and one more a change
 */
public record Job(
    UUID id,
    String name,
    boolean enabled,
    String description,
    int startStepId,
    String owner,
    boolean targeted,
    List<JobStep> steps,
    LocalDateTime created,
    LocalDateTime modified,
    int version) {

  /** Copies the list. */
  public Job {
    steps = List.copyOf(steps);
  }

  /** The step of an id; {@code null} if there is none. */
  public @Nullable JobStep step(int stepId) {
    return stepId >= 1 && stepId <= steps.size() ? steps.get(stepId - 1) : null;
  }

  /** The step of a name; {@code null} if there is none. */
  public @Nullable JobStep step(String stepName) {
    for (JobStep step : steps) {
      if (step.name().equalsIgnoreCase(stepName)) {
        return step;
      }
    }
    return null;
  }

  Job target(LocalDateTime now) {
    return new Job(
        id, name, enabled, description, startStepId, owner, true, steps, created, now, version + 1);
  }

  Job add(JobStep step, LocalDateTime now) {
    List<JobStep> all = new ArrayList<>(steps);
    all.add(step);
    return new Job(
        id,
        name,
        enabled,
        description,
        startStepId,
        owner,
        targeted,
        all,
        created,
        now,
        version + 1);
  }

  Job update(Update update, LocalDateTime now) {
    return new Job(
        id,
        orElse(update.name(), name),
        orElse(update.enabled(), enabled),
        orElse(update.description(), description),
        orElse(update.startStepId(), startStepId),
        orElse(update.owner(), owner),
        targeted,
        steps,
        created,
        now,
        version + 1);
  }

  private static <T> T orElse(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  /** What {@code sp_update_job} changes; {@code null} leaves a setting as it is. */
  public record Update(
      @Nullable String name,
      @Nullable Boolean enabled,
      @Nullable String description,
      @Nullable Integer startStepId,
      @Nullable String owner) {}
}
