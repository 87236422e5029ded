package io.strandline.delta.kernel;

import io.delta.kernel.SnapshotBuilder;
import io.delta.kernel.TableManager;
import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.SeekableInputStream;
import io.delta.kernel.defaults.engine.hadoopio.HadoopFileIO;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.exceptions.TableNotFoundException;
import io.delta.kernel.internal.fs.Path;
import io.delta.kernel.internal.util.FileNames;
import io.delta.kernel.internal.util.Utils;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/** Kernel's engine and file access, made once for a table store. Thread-safe. */
public final class DeltaStorage {

  /** The most names that a look into a folder reads. */
  private static final int MAX_NAMES = 1000;

  private final Configuration configuration;
  private final FileIO files;
  private final Engine engine;

  private DeltaStorage(Configuration configuration) {
    this.configuration = configuration;
    this.files = new HadoopFileIO(configuration);
    this.engine = new KernelEngine(files);
  }

  /**
   * Storage with Hadoop's settings from the class path, then those of the folder that {@code
   * HADOOP_CONF_DIR} names, and these on top.
   *
   * @param settings names and values of Hadoop's configuration
   * @throws io.strandline.error.InvalidOptionsException if a file of settings cannot be read
   */
  public static DeltaStorage open(Map<String, String> settings) {
    Configuration configuration =
        SiteSettings.load(Optional.ofNullable(System.getenv("HADOOP_CONF_DIR")));
    settings.forEach(configuration::set);
    return new DeltaStorage(configuration);
  }

  /** The newest version of a table; empty if none is there. */
  public Optional<DeltaSnapshot> load(String path) {
    return load(path, OptionalLong.empty());
  }

  /** A version of a table; empty if no table is there. */
  public Optional<DeltaSnapshot> load(String path, OptionalLong version) {
    SnapshotBuilder builder =
        TableManager.loadSnapshot(path).withCommitter(TableCommitter.INSTANCE);
    if (version.isPresent()) {
      builder = builder.atVersion(version.getAsLong());
    }
    try {
      return Optional.of(new DeltaSnapshot(engine, builder.build(engine)));
    } catch (TableNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * A name in a folder that readers and VACUUM of a Delta table there would see: one that begins
   * with neither {@code _} nor {@code .} (documented), or the last of those looked at if the folder
   * holds very many hidden ones. Empty if there is none, or no folder.
   */
  public Optional<String> visibleName(String folder) {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(folder);
    try {
      RemoteIterator<FileStatus> names = path.getFileSystem(configuration).listStatusIterator(path);
      for (int looked = 1; names.hasNext(); looked++) {
        String name = names.next().getPath().getName();
        if (looked == MAX_NAMES || !(name.startsWith("_") || name.startsWith("."))) {
          return Optional.of(name);
        }
      }
      return Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of a commit file of the log; empty if the log does not hold it. */
  public Optional<List<String>> commitLines(String table, long version) {
    return lines(commitFile(table, version));
  }

  /** The lines of a text file; empty if it is not there. */
  public Optional<List<String>> lines(String file) {
    List<String> lines = new ArrayList<>();
    try (SeekableInputStream stream = files.newInputFile(file, 0).newStream();
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
      return Optional.of(lines);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw UnreadableFileException.of(file, e, e);
    }
  }

  /** Writes lines to a file, all or none of them, over what is there. */
  public void writeLines(String folder, String name, List<String> lines) {
    try {
      files.mkdirs(folder);
      files
          .newOutputFile(folder + "/" + name)
          .writeAtomically(Utils.toCloseableIterator(lines.iterator()), true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The size of a file in bytes; empty if it is not there. */
  public OptionalLong size(String file) {
    try {
      return OptionalLong.of(files.getFileStatus(file).getSize());
    } catch (FileNotFoundException e) {
      return OptionalLong.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The URI of a commit file of a table's log. */
  public static String commitFile(String table, long version) {
    return FileNames.deltaFile(new Path(table, "_delta_log"), version);
  }

  /** Deletes a file; does nothing if it is not there. */
  public void delete(String file) {
    try {
      files.delete(file);
    } catch (FileNotFoundException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Engine engine() {
    return engine;
  }

  FileIO files() {
    return files;
  }
}
