package io.strandline.lab.sql.exec;

import java.util.List;

/** Procedures that steer capture, in the database they are called in. */
final class CaptureControl {

  private CaptureControl() {}

  static List<LabProcedure> procedures() {
    return List.of(
        LabProcedure.named(
                "capture_pause", "Stops capture after its scan; commits stay in the log unread")
            .does(call -> call.database().cdc().job().pause()),
        LabProcedure.named("capture_resume", "Lets capture go on by itself")
            .does(call -> call.database().cdc().job().resume()),
        LabProcedure.named("capture_step", "Has capture read all that is committed now")
            .does(call -> call.database().cdc().job().drain()),
        LabProcedure.named("idle_entry", "Has capture write the dummy entry of an idle database")
            .does(call -> call.database().cdc().job().idleEntry()));
  }
}
