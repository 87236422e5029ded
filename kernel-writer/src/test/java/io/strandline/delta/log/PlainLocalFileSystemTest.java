package io.strandline.delta.log;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class PlainLocalFileSystemTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void b48AFullDiskIsAnErrorOfTheFile() throws IOException {
    PlainLocalFileSystem.Files files = new PlainLocalFileSystem.Files();
    files.initialize(URI.create("file:///"), new Configuration());
    FSDataOutputStream out =
        files.create(new Path("/dev/full"), true, 16, (short) 1, 1 << 20, () -> {});

    assertThatThrownBy(() -> out.write(new byte[100]))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
    out.close();
  }
}
