package io.strandline.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.strandline.checks.tidy.Repository;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The classes and members that embedding programs and clients use are those of
 * docs/reference/api.txt. A change on purpose is written there by {@code
 * -Dstrandline.api.write=true} and named in the changelog.
 */
final class ApiTest {

  private static final String[] PACKAGES = {
    "io.strandline.cli",
    "io.strandline.codec",
    "io.strandline.doctor",
    "io.strandline.error",
    "io.strandline.explain",
    "io.strandline.facts",
    "io.strandline.gateway",
    "io.strandline.lsn",
    "io.strandline.option",
    "io.strandline.report",
    "io.strandline.status",
    "io.strandline.stream",
    "io.strandline.verdict",
  };

  @Test
  void theListingIsThatOfTheCode() throws IOException {
    Path listing = Repository.root().resolve("docs/reference/api.txt");
    String now = String.join("\n", lines()) + "\n";
    if (Boolean.getBoolean("strandline.api.write")) {
      Files.writeString(listing, now);
    }
    assertThat(now.lines()).hasSizeGreaterThan(100);
    assertThat(now).as("the public classes").isEqualTo(Files.readString(listing));
  }

  private static List<String> lines() {
    List<String> lines = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>();
    for (JavaClass type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(PACKAGES)) {
      names.add(type.getName());
    }
    for (String name : names) {
      Class<?> type = loaded(name);
      if (isPublic(type)) {
        lines.add(type.toGenericString());
        lines.addAll(members(type));
      }
    }
    return lines;
  }

  private static Class<?> loaded(String name) {
    try {
      return Class.forName(name, false, ApiTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    return !type.isSynthetic()
        && Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
  }

  private static TreeSet<String> members(Class<?> type) {
    TreeSet<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      add(members, field, field.toGenericString());
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      addExecutable(members, constructor);
    }
    for (Method method : type.getDeclaredMethods()) {
      if (!method.isBridge()) {
        addExecutable(members, method);
      }
    }
    return members;
  }

  private static void addExecutable(TreeSet<String> members, Executable executable) {
    add(members, executable, executable.toGenericString());
  }

  private static void add(TreeSet<String> members, Member member, String text) {
    boolean visible = (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    if (visible && !member.isSynthetic()) {
      members.add("  " + text);
    }
  }
}
