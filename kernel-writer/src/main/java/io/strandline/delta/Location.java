package io.strandline.delta;

import io.strandline.delta.log.LogStores;
import io.strandline.error.InvalidOptionsException;
import io.strandline.error.TargetNotWritableException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a table or the warehouse is, in one spelling. Immutable.
 *
 * <p>Local paths are absolute and without {@code .} and {@code ..}.
 */
final class Location {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(.*)");
  private static final Pattern AUTHORITY = Pattern.compile("//([^/]*)(/.*)?");

  /** One file system under two names: the world's and Hadoop's. */
  private static final String S3 = "s3";

  private static final String HADOOPS_S3 = "s3a";

  /** The folder of a table's log. */
  private static final String LOG = "_delta_log";

  private final String scheme;
  private final String authority;
  private final String path;
  private final Optional<Path> local;
  private final boolean singleWriter;

  private Location(String scheme, String authority, String path, Optional<Path> local) {
    this(scheme, authority, path, local, false);
  }

  private Location(
      String scheme, String authority, String path, Optional<Path> local, boolean singleWriter) {
    this.singleWriter = singleWriter;
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.local = local;
  }

  /**
   * The location of a path or URI.
   *
   * @throws InvalidOptionsException if it is neither
   */
  static Location of(String text) {
    Matcher matcher = SCHEME.matcher(text);
    if (text.isBlank()) {
      throw invalid(text, null);
    }
    if (!matcher.matches()) {
      return local(text, text);
    }
    String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
    return scheme.equals("file")
        ? local(text, filePath(text, matcher.group(2)))
        : remote(text, scheme, matcher.group(2));
  }

  /**
   * The location of a stream's table.
   *
   * <p>A relative path is below the warehouse: as it stands if it leads there from the working
   * directory, else from the warehouse on. So a bare name means the same table in every directory.
   */
  static Location of(String text, Location warehouse) {
    Location plain = of(text);
    boolean relative = !SCHEME.matcher(text).matches() && !text.startsWith("/");
    if (!relative || plain.below(warehouse).isPresent()) {
      return plain;
    }
    return warehouse.local.isPresent()
        ? local(text, warehouse.path + "/" + text)
        : of(warehouse.kernelPath() + "/" + text);
  }

  private static Location local(String text, String path) {
    try {
      Path absolute = Path.of(path).toAbsolutePath().normalize();
      return new Location("file", "", absolute.toString(), Optional.of(absolute));
    } catch (InvalidPathException e) {
      throw invalid(text, e);
    }
  }

  /** The path of a {@code file:} URI, decoded; text that is no URI is taken as it stands. */
  private static String filePath(String text, String rest) {
    try {
      String path = new URI(text).getPath();
      if (path != null) {
        return path;
      }
    } catch (URISyntaxException e) {
      // A blank or so: people write file:/my data without encoding it.
      return rest.replaceFirst("^//", "");
    }
    return rest;
  }

  private static Location remote(String text, String scheme, String rest) {
    Matcher matcher = AUTHORITY.matcher(rest);
    if (!matcher.matches()) {
      throw invalid(text, null);
    }
    String path = Optional.ofNullable(matcher.group(2)).orElse("/");
    requireNoSecret(scheme, matcher.group(1), path);
    String normal = Path.of("/").resolve(path).normalize().toString();
    String known = scheme.equals(HADOOPS_S3) ? S3 : scheme;
    return new Location(known, matcher.group(1), normal, Optional.empty());
  }

  /** Refuses keys and signatures in a URI, which would end up in logs and tables. */
  private static void requireNoSecret(String scheme, String authority, String path) {
    int user = authority.indexOf('@');
    int password = authority.indexOf(':');
    boolean signed = path.contains("?") && !scheme.equals("file");
    if (signed || (user >= 0 && (password >= 0 && password < user || scheme.startsWith(S3)))) {
      throw new InvalidOptionsException(
          "the URI of a table with the scheme '" + scheme + "' holds credentials or parameters",
          "Leave them out of the URI: credentials belong into the environment or into Hadoop's"
              + " settings (core-site.xml).");
    }
  }

  private static InvalidOptionsException invalid(String text, @Nullable Exception cause) {
    return new InvalidOptionsException(
        "'" + text + "' is neither a path nor a URI of a table",
        "Give a path, a file: URI or an object store's URI such as abfss://container@account/path.",
        cause);
  }

  /** The form for Kernel, which takes the path of a URI undecoded. */
  String kernelPath() {
    String hadoops = scheme.equals(S3) ? HADOOPS_S3 : scheme;
    return local.isPresent() ? "file:" + path : hadoops + "://" + authority + path;
  }

  /** The URI, percent-encoded. */
  String uri() {
    try {
      return new URI(scheme, authority, path, null, null).toString();
    } catch (URISyntaxException e) {
      throw invalid(scheme + "://" + authority + path, e);
    }
  }

  /**
   * The canonical name: the path below the warehouse, else the URI.
   *
   * <p>Links are followed only if the spelling alone does not put it below the warehouse, so that a
   * table linked into the warehouse keeps its name there.
   */
  String nameBelow(Location warehouse) {
    return below(warehouse)
        .or(() -> local.isPresent() ? real().below(warehouse.real()) : Optional.empty())
        .orElseGet(this::uri);
  }

  /** Whether it is a folder or below it, links followed. */
  boolean isIn(Location folder) {
    Location here = real();
    Location there = folder.real();
    return here.toString().equals(there.toString()) || here.below(there).isPresent();
  }

  private Optional<String> below(Location folder) {
    String prefix = folder.path.endsWith("/") ? folder.path : folder.path + "/";
    boolean inside =
        scheme.equals(folder.scheme)
            && authority.equals(folder.authority)
            && path.startsWith(prefix)
            && path.length() > prefix.length();
    return inside ? Optional.of(path.substring(prefix.length())) : Optional.empty();
  }

  /** With links followed as far as the path exists. */
  private Location real() {
    if (local.isEmpty()) {
      return this;
    }
    Path wanted = local.get();
    for (Path part = wanted; part != null; part = part.getParent()) {
      try {
        String real = part.toRealPath().resolve(part.relativize(wanted)).normalize().toString();
        return local(real, real);
      } catch (IOException e) {
        continue;
      }
    }
    return this;
  }

  /**
   * Refuses a location without a log store that is safe for two writers.
   *
   * @throws InvalidOptionsException for such a scheme
   */
  void requireSafeWrites() {
    LogStores.requireSafeWrites(scheme, toString(), singleWriter);
  }

  /**
   * Refuses a location whose file system is not on the class path.
   *
   * @throws InvalidOptionsException naming the artifacts that bring it
   */
  void requireConnector() {
    LogStores.requireConnector(scheme, toString());
  }

  /** The scheme for Kernel, if its log store serves a single writer only. */
  Optional<String> unsafeScheme() {
    return LogStores.isSafe(scheme) ? Optional.empty() : Optional.of(scheme);
  }

  /** The same location, written by one process alone if so said. */
  Location singleWriter(boolean alone) {
    return new Location(scheme, authority, path, local, alone);
  }

  /**
   * Refuses a local path that can be no table's folder, which listing alone would report as absent.
   *
   * @throws TargetNotWritableException if it, its log or one of its parents is a file, or a link
   *     that leads to nothing
   */
  void requireFolder() {
    Path part = local.map(folder -> folder.resolve(LOG)).orElse(null);
    while (part != null && !Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
      part = part.getParent();
    }
    if (part != null && !Files.isDirectory(part)) {
      boolean there = Files.exists(part);
      throw new TargetNotWritableException(
          "no table can be at '"
              + path
              + "': '"
              + part
              + (there ? "' is a file" : "' is a link that leads to nothing, or in a circle"),
          there
              ? "Choose a location below a folder."
              : "Make the folder that the link names, as by mounting its disk, or correct the link;"
                  + " or choose another location.");
    }
  }

  @Override
  public String toString() {
    return local.isPresent() ? kernelPath() : scheme + "://" + authority + path;
  }
}
