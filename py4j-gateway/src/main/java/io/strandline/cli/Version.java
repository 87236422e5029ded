package io.strandline.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The release, as the jar's manifest says. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "strandline "
          + Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
              .orElse("(development build)")
    };
  }
}
