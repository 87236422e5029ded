package io.strandline.delta;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The facts' data files by the table that they tell of, newest first.
 *
 * @param own files of one table's rows only, by its name
 * @param mixed files of several tables' rows, which another writer has merged
 */
record FactsFiles(Map<String, List<FactsFile>> own, List<FactsFile> mixed) {

  private static final Comparator<FactsFile> NEWEST_FIRST =
      Comparator.comparing(FactsFile::lastWritten).reversed();

  static FactsFiles of(List<FactsFile> files) {
    Map<String, List<FactsFile>> own = new HashMap<>();
    List<FactsFile> mixed = new ArrayList<>();
    for (FactsFile file : files) {
      file.onlyTarget()
          .map(target -> own.computeIfAbsent(target, key -> new ArrayList<>()))
          .orElse(mixed)
          .add(file);
    }
    return new FactsFiles(own, mixed);
  }

  /** The files that may hold rows of a table, newest first. */
  List<FactsFile> of(String target) {
    List<FactsFile> found = new ArrayList<>(own.getOrDefault(target, List.of()));
    mixed.stream().filter(file -> file.mayHold(target)).forEach(found::add);
    found.sort(NEWEST_FIRST);
    return found;
  }
}
