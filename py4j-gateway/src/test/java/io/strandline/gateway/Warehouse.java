package io.strandline.gateway;

import io.strandline.port.ControlTable;
import io.strandline.port.TableLocations;
import io.strandline.port.TableStore;
import io.strandline.port.TableStoreProvider;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ServiceLoader;

/** A folder with a control table that says until when {@code orders} is final. */
record Warehouse(Path folder) {

  static Warehouse in(Path folder) {
    Warehouse warehouse = new Warehouse(folder);
    TableStoreProvider provider =
        ServiceLoader.load(TableStoreProvider.class).findFirst().orElseThrow();
    try (TableStore store = provider.open(InstantSource.fixed(Sample.UNTIL))) {
      ControlTable control =
          store.control(new TableLocations("", "", warehouse.control(), folder.toString()));
      control.createIfAbsent();
      control.publish(Sample.row(Sample.BEGINNING));
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

  /** A request to ingest from a server, with a password. */
  String ingest(int port, String password) {
    return Protocol.request(
        "ingest",
        "{\"url\":\"jdbc:sqlserver://127.0.0.1:"
            + port
            + "\",\"user\":\"reader\",\"password\":\""
            + password
            + "\",\"source_retries\":0,\"login_timeout\":\"PT60S\",\"capture_instance\":"
            + "\"dbo_orders\",\"target\":\""
            + folder.resolve("orders")
            + "\"}",
        null);
  }
}
