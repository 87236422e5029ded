package io.strandline.checks.walls;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Over the classes of all modules together. */
@AnalyzeClasses(
    packages = "io.strandline",
    importOptions = {ImportOption.DoNotIncludeTests.class})
class ModuleWallsTest {

  private static final String LAB = "io.strandline.lab..";
  private static final String CHECKS = "io.strandline.checks..";

  @ArchTest
  static final ArchRule onlyTheWriterSeesDelta =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.strandline.delta..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delta..", "org.apache.hadoop..", "org.apache.parquet..");

  @ArchTest
  static final ArchRule theStandInKnowsNothingOfTheProduct =
      noClasses()
          .that()
          .resideInAPackage(LAB)
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAPackage("io.strandline..")
                  .and(JavaClass.Predicates.resideOutsideOfPackage(LAB)));

  @ArchTest
  static final ArchRule theStandInNeedsTheJdkAlone =
      noClasses()
          .that()
          .resideInAPackage(LAB)
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(LAB, "java..", "javax..", "org.jspecify..", "");

  @ArchTest
  static final ArchRule theProductKnowsNothingOfTheStandIn =
      noClasses()
          .that()
          .resideOutsideOfPackages(LAB, CHECKS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(LAB, CHECKS);

  @ArchTest
  static final ArchRule onlyTheCommandLinesKnowPicocli =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.strandline.cli..", CHECKS)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule theExampleUsesWhatAnyProgramMay =
      noClasses()
          .that()
          .resideInAPackage("io.strandline.checks.embedding..")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "io.strandline.checks.embedding..",
              "io.strandline.error..",
              "io.strandline.option..",
              "io.strandline.port..",
              "io.strandline.report..",
              "io.strandline.stream..",
              "java..",
              "org.jspecify..",
              "");
}
