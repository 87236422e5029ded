package io.strandline.lab.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.lab.LabConfig;
import io.strandline.lab.LabSqlRunner;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the server tells a client of its transaction, as bytes. */
@Timeout(60)
class RollbackOnTheWireTest {

  /** ENVCHANGE of 11 bytes, type 10, no new value, an old one of 8 bytes: the descriptor. */
  private static final String ROLLED_BACK = "e30b000a0008";

  private static String answer(RawClient client, String sql) throws Exception {
    client.send(RawClient.packet(Message.SQL_BATCH, 1, RawClient.batch(sql)));
    return HexFormat.of().formatHex(client.readMessage());
  }

  @Test
  void aRollbackByTheServerIsToldWithTheDescriptorOfTheBegin() throws Exception {
    try (io.strandline.lab.Lab lab = io.strandline.lab.Lab.start(LabConfig.stepped())) {
      try (LabSqlRunner sql = lab.admin("sales")) {
        sql.run(
            "CREATE LOGIN "
                + ScriptedEngine.USER
                + " WITH PASSWORD = N'"
                + ScriptedEngine.PASSWORD
                + "'");
        sql.run("CREATE USER " + ScriptedEngine.USER + " FOR LOGIN " + ScriptedEngine.USER);
      }
      try (RawClient client = RawClient.loggedIn(lab.port())) {
        String begun = answer(client, "SET XACT_ABORT ON; BEGIN TRAN");
        assertThat(begun).contains("e30b000808");
        String descriptor = begun.substring(begun.indexOf("e30b000808") + 10).substring(0, 16);
        String failed = answer(client, "SELECT 1 / 0");
        assertThat(failed).contains(ROLLED_BACK + descriptor);
        assertThat(answer(client, "IF @@TRANCOUNT <> 0 SELECT 1")).startsWith("fd");
      }
    }
  }
}
