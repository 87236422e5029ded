package io.strandline.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where a process listens, as Linux tells it. */
final class Listening {

  private static final String LISTEN = "0A";
  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private Listening() {}

  /** Addresses and ports, sorted; IPv4 addresses inside IPv6 ones as IPv4. */
  static Set<String> of(Process process) throws IOException {
    Set<String> own = sockets(process);
    Set<String> found = new TreeSet<>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/net/" + table))) {
        String[] fields = line.strip().split("\\s+");
        if (fields.length > INODE && fields[STATE].equals(LISTEN) && own.contains(fields[INODE])) {
          found.add(address(fields[ADDRESS]));
        }
      }
    }
    return found;
  }

  private static Set<String> sockets(Process process) throws IOException {
    Set<String> inodes = new TreeSet<>();
    List<Path> files;
    try (Stream<Path> all = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      files = all.toList();
    }
    for (Path file : files) {
      try {
        String target = Files.readSymbolicLink(file).toString();
        if (target.startsWith("socket:[")) {
          inodes.add(target.replaceAll("\\D", ""));
        }
      } catch (IOException e) {
        // Closed since it was listed.
      }
    }
    return inodes;
  }

  private static String address(String hexadecimal) {
    String[] parts = hexadecimal.split(":");
    String mapped = "0000000000000000FFFF0000";
    String address = parts[0].startsWith(mapped) ? parts[0].substring(24) : parts[0];
    String text = address.equals("0100007F") ? "127.0.0.1" : address;
    return text + ":" + Integer.parseInt(parts[1], 16);
  }
}
