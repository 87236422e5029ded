package io.strandline.lab.sql.exec;

import io.strandline.lab.agent.JobStep;
import io.strandline.lab.agent.StepRunner;
import io.strandline.lab.session.CancelledException;
import io.strandline.lab.session.SqlException;
import io.strandline.lab.session.SqlMessage;
import io.strandline.lab.session.SqlRequest;
import java.util.List;

/** Runs a step in a session of its own, as the job's owner. */
final class SessionStepRunner implements StepRunner {

  private final LabEngine engine;

  SessionStepRunner(LabEngine engine) {
    this.engine = engine;
  }

  @Override
  public Outcome run(String login, JobStep step, Cancellation cancellation) {
    StepSink out = new StepSink();
    try (LabSession session = engine.agentSession(login, step.database())) {
      session.stopWhen(cancellation::isCancelled);
      cancellation.onCancel(session::cancel);
      session.run(new SqlRequest.Text(step.command(), List.of()), out);
    } catch (SqlException e) {
      out.error(e.sqlMessage());
    } catch (CancelledException e) {
      out.error(new SqlMessage(0, 0, 1, "Cancelled.", 1));
    } finally {
      cancellation.onCancel(() -> {});
    }
    return out.outcome();
  }
}
