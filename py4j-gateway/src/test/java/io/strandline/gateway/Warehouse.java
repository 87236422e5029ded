package io.strandline.gateway;

import io.strandline.cli.MadeTable;
import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ServiceLoader;

/** A folder with the table {@code orders} and a control table that says until when it is final. */
record Warehouse(Path folder) {

  static Warehouse in(Path folder) {
    Warehouse warehouse = new Warehouse(folder);
    TableStoreProvider provider =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow();
    try (TableStore store = provider.open(InstantSource.fixed(Sample.UNTIL))) {
      ControlTable control =
          store.control(new TableLocations("", "", warehouse.control(), folder.toString()));
      control.createIfAbsent();
      String id = MadeTable.of(store, folder, "orders", Sample.OFFSET, Sample.BEGINNING);
      control.publish(Sample.row(id, Sample.BEGINNING));
    }
    return warehouse;
  }

  String control() {
    return folder.resolve("strandline_control").toString();
  }

  /** A request for the verdict. */
  String verdict() {
    return Protocol.request(
        "verdict", null, "{\"table\":\"orders\",\"control\":\"" + control() + "\"}");
  }

  /** A request to ingest a table that is not there from a server, with a password. */
  String ingest(int port, String password) {
    return Protocol.request(
        "ingest",
        "{\"url\":\"jdbc:sqlserver://127.0.0.1:"
            + port
            + "\",\"user\":\"reader\",\"password\":\""
            + password
            + "\",\"source_retries\":0,\"login_timeout\":\"PT60S\",\"capture_instance\":"
            + "\"dbo_orders\",\"target\":\""
            + folder.resolve("lines")
            + "\"}",
        null);
  }
}
