package io.strandline.lab.sql.exec;

import io.strandline.lab.control.ControlProcedure;
import io.strandline.lab.control.ControlProcedure.Argument;
import java.util.ArrayList;
import java.util.List;

/** A procedure of schema {@code lab}: its description and what it does. */
record LabProcedure(ControlProcedure description, Procedure procedure) {

  /** Begins a description; {@link Draft#does} ends it. */
  static Draft named(String name, String summary) {
    return new Draft(name, summary);
  }

  String name() {
    return description.name();
  }

  /** A description that is being written. */
  static final class Draft {
    private final String name;
    private final String summary;
    private final List<Argument> parameters = new ArrayList<>();

    private Draft(String name, String summary) {
      this.name = name;
      this.summary = summary;
    }

    Draft with(String parameter, String type, String meaning) {
      parameters.add(new Argument(parameter, type, meaning));
      return this;
    }

    /** Only a sysadmin gets as far as the body. */
    LabProcedure does(Procedure.Body body) {
      Procedure.Body guarded =
          call -> {
            if (!call.context().access().isSysadmin()) {
              throw CdcErrors.sysadminRequired();
            }
            body.run(call);
          };
      return new LabProcedure(
          new ControlProcedure(name, summary, List.copyOf(parameters)),
          new Procedure(parameters.stream().map(Argument::name).toList(), guarded));
    }
  }
}
