package io.strandline.lab.agent;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The jobs and schedules of a server, as {@code msdb} holds them. Times are server-local.
 *
 * <p>Thread-safe.
 */
public final class JobStore {

  private final JobHistory history = new JobHistory();
  private final Map<UUID, Job> jobs = new LinkedHashMap<>();
  private final Map<Integer, JobSchedule> schedules = new TreeMap<>();
  private final Map<Attachment, NextRun> attachments = new LinkedHashMap<>();
  private int lastScheduleId;

  /** A job that runs on a schedule. */
  public record Attachment(UUID jobId, int scheduleId) {}

  /** When an attachment is due. */
  private record NextRun(@Nullable LocalDateTime at) {}

  /** A run that is due. */
  record Due(Job job, JobSchedule schedule, LocalDateTime at) {}

  /** What ran. */
  public JobHistory history() {
    return history;
  }

  /** All jobs in the order they were added. */
  public synchronized List<Job> jobs() {
    return List.copyOf(jobs.values());
  }

  /** All schedules by id. */
  public synchronized List<JobSchedule> schedules() {
    return List.copyOf(schedules.values());
  }

  /** Which job runs on which schedule. */
  public synchronized List<Attachment> attachments() {
    return List.copyOf(attachments.keySet());
  }

  /** When an attachment is next due; {@code null} if never. */
  public synchronized @Nullable LocalDateTime nextRun(Attachment attachment) {
    NextRun next = attachments.get(attachment);
    return next == null ? null : next.at();
  }

  public synchronized @Nullable Job job(UUID id) {
    return jobs.get(id);
  }

  public synchronized @Nullable Job job(String name) {
    for (Job job : jobs.values()) {
      if (job.name().equalsIgnoreCase(name)) {
        return job;
      }
    }
    return null;
  }

  /** Adds a job; error 14261 if there is one of its name. */
  public synchronized void add(Job job) {
    if (job(job.name()) != null) {
      throw AgentErrors.exists("@name", job.name());
    }
    jobs.put(job.id(), job);
  }

  /** Adds a step behind the others; error 14261 if there is one of its name. */
  public synchronized void add(UUID jobId, JobStep step, LocalDateTime now) {
    Job job = existing(jobId);
    if (job.step(step.name()) != null) {
      throw AgentErrors.exists("@step_name", step.name());
    }
    jobs.put(jobId, job.add(step, now));
  }

  /** Gives a job to this server, so that it runs; error 14269 if it has been. */
  public synchronized void target(UUID jobId, String server, LocalDateTime now) {
    Job job = existing(jobId);
    if (job.targeted()) {
      throw AgentErrors.alreadyTargeted(job.name(), server);
    }
    jobs.put(jobId, job.target(now));
  }

  public synchronized void update(UUID jobId, Job.Update update, LocalDateTime now) {
    Job other = update.name() == null ? null : job(update.name());
    if (other != null && !other.id().equals(jobId)) {
      throw AgentErrors.exists("@name", other.name());
    }
    jobs.put(jobId, existing(jobId).update(update, now));
  }

  /** Deletes a job and, if wanted, its history and the schedules that no other job uses. */
  public synchronized void delete(UUID jobId, boolean withHistory, boolean withSchedules) {
    jobs.remove(jobId);
    List<Attachment> own =
        attachments.keySet().stream().filter(each -> each.jobId().equals(jobId)).toList();
    own.forEach(attachments::remove);
    for (Attachment attachment : own) {
      int id = attachment.scheduleId();
      if (withSchedules && attachments.keySet().stream().noneMatch(a -> a.scheduleId() == id)) {
        schedules.remove(id);
      }
    }
    if (withHistory) {
      history.forget(jobId);
    }
  }

  private Job existing(UUID jobId) {
    Job job = jobs.get(jobId);
    if (job == null) {
      throw AgentErrors.missing("@job_id", jobId.toString());
    }
    return job;
  }

  /** Adds a schedule and returns it with the id it got. */
  public synchronized JobSchedule add(
      String name,
      boolean enabled,
      String owner,
      JobSchedule.Timing timing,
      UUID uid,
      LocalDateTime now) {
    int id = ++lastScheduleId;
    JobSchedule schedule = new JobSchedule(id, uid, name, enabled, owner, timing, now);
    schedules.put(id, schedule);
    return schedule;
  }

  public synchronized @Nullable JobSchedule schedule(int id) {
    return schedules.get(id);
  }

  /** The schedule of a name; errors 14262 and 14371 unless there is exactly one. */
  public synchronized JobSchedule schedule(String name) {
    List<JobSchedule> found =
        schedules.values().stream().filter(each -> each.name().equalsIgnoreCase(name)).toList();
    if (found.isEmpty()) {
      throw AgentErrors.missing("@schedule_name", name);
    }
    if (found.size() > 1) {
      throw AgentErrors.sameNames(name);
    }
    return found.get(0);
  }

  /** Makes a job run on a schedule, from its first run after {@code now} on; again is nothing. */
  public synchronized void attach(UUID jobId, JobSchedule schedule, LocalDateTime now) {
    attachments.putIfAbsent(
        new Attachment(jobId, schedule.id()), new NextRun(schedule.nextAfter(now)));
  }

  /** Counts anew from {@code now}, as Agent does when it starts. */
  synchronized void agentStarted(LocalDateTime now) {
    attachments.replaceAll(
        (attachment, before) -> {
          JobSchedule schedule = schedules.get(attachment.scheduleId());
          if (schedule == null) {
            return new NextRun(null);
          }
          boolean atStart =
              schedule.enabled() && schedule.timing().frequency() == JobSchedule.AT_START;
          return new NextRun(atStart ? now : schedule.nextAfter(now));
        });
  }

  /** The first due run that is to come; {@code null} if there is none. */
  synchronized @Nullable LocalDateTime earliest() {
    List<Due> all = pending();
    return all.isEmpty() ? null : all.get(0).at();
  }

  /**
   * Takes the run that is due by {@code now}, of equal ones the lowest schedule id; runs that were
   * missed are not made up for.
   */
  synchronized @Nullable Due take(LocalDateTime now) {
    List<Due> all = pending();
    if (all.isEmpty() || all.get(0).at().isAfter(now)) {
      return null;
    }
    Due due = all.get(0);
    attachments.put(
        new Attachment(due.job().id(), due.schedule().id()),
        new NextRun(due.schedule().nextAfter(now)));
    return due;
  }

  private List<Due> pending() {
    List<Due> all = new ArrayList<>();
    attachments.forEach(
        (attachment, next) -> {
          Job job = jobs.get(attachment.jobId());
          JobSchedule schedule = schedules.get(attachment.scheduleId());
          LocalDateTime at = next.at();
          if (job != null && schedule != null && at != null && job.enabled() && job.targeted()) {
            all.add(new Due(job, schedule, at));
          }
        });
    all.sort(Comparator.comparing(Due::at).thenComparing(each -> each.schedule().id()));
    return all;
  }

  /** Forgets everything, as a server does whose {@code msdb} is another one after a failover. */
  public synchronized void clear() {
    jobs.clear();
    schedules.clear();
    attachments.clear();
    history.clear();
  }
}
