package io.strandline.lab.agent;

import java.util.UUID;

/**
 * A step of a job: a T-SQL batch and what follows it.
 *
 * @param id 1, 2, ... within its job
 * @param uid unique over all steps
 * @param name unique within its job
 * @param command the batch
 * @param database where it runs
 * @param onSuccess what follows when it succeeds
 * @param onFailure what follows when it fails
 * @param retryAttempts further attempts when it fails
 * @param retryMinutes minutes between attempts
 */
public record JobStep(
    int id,
    UUID uid,
    String name,
    String command,
    String database,
    Next onSuccess,
    Next onFailure,
    int retryAttempts,
    int retryMinutes) {

  /**
   * What follows a step.
   *
   * @param action 1 quit with success, 2 quit with failure, 3 next step, 4 step {@code stepId}
   * @param stepId a step's id with action 4, else 0
   */
  public record Next(int action, int stepId) {

    public static final int QUIT_WITH_SUCCESS = 1;
    public static final int QUIT_WITH_FAILURE = 2;
    public static final int NEXT_STEP = 3;
    public static final int GO_TO_STEP = 4;
  }
}
