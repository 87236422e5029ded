package io.strandline.sim;

import io.strandline.port.contract.BronzeColumnsContract;
import io.strandline.port.contract.BronzeFilesContract;
import io.strandline.port.contract.BronzeTableContract;
import io.strandline.port.contract.BronzeValuesContract;
import io.strandline.port.contract.ControlTableContract;
import io.strandline.port.contract.FactsTableContract;
import io.strandline.port.contract.StoreFixture;
import io.strandline.port.contract.TableNameContract;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** The simulated store keeps the contracts of the table ports. */
class SimContractTest {

  @Nested
  class BronzeTable extends BronzeTableContract {

    @Override
    protected StoreFixture fixture(Path folder) {
      return new SimFixture();
    }
  }

  @Nested
  class BronzeValues extends BronzeValuesContract {

    @Override
    protected StoreFixture fixture(Path folder) {
      return new SimFixture();
    }
  }

  @Nested
  class FactsTable extends FactsTableContract {

    @Override
    protected StoreFixture fixture(Path folder) {
      return new SimFixture();
    }
  }

  @Nested
  class ControlTable extends ControlTableContract {

    @Override
    protected StoreFixture fixture(Path folder) {
      return new SimFixture();
    }
  }

  @Nested
  class TableName extends TableNameContract {

    @Override
    protected StoreFixture fixture(Path folder) {
      return new SimFixture();
    }
  }

  @Nested
  class BronzeColumns extends BronzeColumnsContract {
    @Override
    protected StoreFixture fixture(Path folder) {
      return new SimFixture();
    }
  }

  @Nested
  class BronzeFiles extends BronzeFilesContract {
    @Override
    protected StoreFixture fixture(Path folder) {
      return new SimFixture();
    }
  }
}
