package io.strandline.delta.kernel;

import io.delta.kernel.defaults.engine.fileio.FileIO;
import io.delta.kernel.defaults.engine.fileio.InputFile;
import io.delta.kernel.defaults.engine.fileio.OutputFile;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** File access that remembers which files were begun, since Kernel names them only when done. */
final class RecordingFiles implements FileIO {

  private final FileIO files;
  private final List<String> begun = new ArrayList<>();

  RecordingFiles(FileIO files) {
    this.files = files;
  }

  List<String> begun() {
    return begun;
  }

  @Override
  public OutputFile newOutputFile(String path) {
    begun.add(path);
    return files.newOutputFile(path);
  }

  @Override
  public CloseableIterator<FileStatus> listFrom(String path) throws IOException {
    return files.listFrom(path);
  }

  @Override
  public FileStatus getFileStatus(String path) throws IOException {
    return files.getFileStatus(path);
  }

  @Override
  public String resolvePath(String path) throws IOException {
    return files.resolvePath(path);
  }

  @Override
  public boolean mkdirs(String path) throws IOException {
    return files.mkdirs(path);
  }

  @Override
  public InputFile newInputFile(String path, long size) {
    return files.newInputFile(path, size);
  }

  @Override
  public boolean delete(String path) throws IOException {
    return files.delete(path);
  }

  @Override
  public Optional<String> getConf(String key) {
    return files.getConf(key);
  }

  @Override
  public void copyFileAtomically(String source, String target, boolean overwrite)
      throws IOException {
    files.copyFileAtomically(source, target, overwrite);
  }
}
