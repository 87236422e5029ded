package io.strandline.delta.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delta.kernel.defaults.internal.logstore.LogStoreProvider;
import io.delta.storage.AzureLogStore;
import io.delta.storage.GCSLogStore;
import io.delta.storage.HDFSLogStore;
import io.delta.storage.LogStore;
import io.strandline.error.InvalidOptionsException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogStoresTest {

  private static final Map<String, Class<? extends LogStore>> STORES =
      Map.of(
          "file", LinkLogStore.class,
          "s3a", S3LogStore.class,
          "abfs", AzureLogStore.class,
          "abfss", AzureLogStore.class,
          "gs", GCSLogStore.class,
          "hdfs", HDFSLogStore.class);

  private static Configuration configuration() {
    Configuration configuration = new Configuration();
    LogStores.SETTINGS.forEach(configuration::set);
    return configuration;
  }

  @Test
  void everySafeSchemeHasItsStoreOnTheClassPath() {
    STORES.forEach(
        (scheme, store) -> {
          assertThatCode(() -> LogStores.requireSafeWrites(scheme, scheme + ":/x", false))
              .doesNotThrowAnyException();
          assertThat(LogStoreProvider.getLogStore(configuration(), scheme)).isInstanceOf(store);
        });
  }

  /** As the Google connector refuses a name that was taken in the meantime; made by Hadoop. */
  public static final class TakenInTheMeantime extends RawLocalFileSystem {

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      throw new IOException("412 Precondition Failed");
    }
  }

  @Test
  void theStoreOfGoogleFindsTheClassesItNeedsForAConflict(@TempDir Path folder) {
    Configuration configuration = configuration();
    configuration.set("fs.file.impl", TakenInTheMeantime.class.getName());
    LogStore store = LogStoreProvider.getLogStore(configuration, "gs");
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("file:" + folder + "/1.json");

    assertThatThrownBy(() -> store.write(path, List.of("a").iterator(), false, configuration))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3n", "wasb", "viewfs", "http", "memory"})
  void otherSchemesAreRefused(String scheme) {
    assertThatThrownBy(() -> LogStores.requireSafeWrites(scheme, scheme + "://bucket/t", false))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("'" + scheme + "://bucket/t' cannot be written")
        .hasMessageContaining("two writers could lose one");
    assertThatCode(() -> LogStores.requireSafeWrites(scheme, scheme + "://bucket/t", true))
        .doesNotThrowAnyException();
  }

  @Test
  void aMissingFileSystemIsNamedWithItsArtifacts() {
    assertThatThrownBy(
            () ->
                Connectors.require(
                    "s3", "s3://lake/t", name -> !name.startsWith("software.amazon")))
        .isInstanceOf(InvalidOptionsException.class)
        .hasMessageContaining("'s3://lake/t' cannot be reached")
        .extracting(error -> ((InvalidOptionsException) error).remedy())
        .asString()
        .contains("org.apache.hadoop:hadoop-aws:3.4.2", "software.amazon.awssdk:s3:2.29.52");
    assertThatThrownBy(() -> LogStores.requireConnector("abfss", "abfss://c@a/t"))
        .isInstanceOf(InvalidOptionsException.class)
        .extracting(error -> ((InvalidOptionsException) error).remedy())
        .asString()
        .contains("org.apache.hadoop:hadoop-azure:3.4.2");
    assertThatThrownBy(() -> LogStores.requireConnector("gs", "gs://b/t"))
        .isInstanceOf(InvalidOptionsException.class);
    assertThatCode(() -> LogStores.requireConnector("file", "file:/t")).doesNotThrowAnyException();
    assertThatCode(() -> LogStores.requireConnector("s3", "s3://b/t")).doesNotThrowAnyException();
  }
}
