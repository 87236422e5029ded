package io.strandline.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The walls inside the kernel, as docs/architecture.md draws them. */
@AnalyzeClasses(packages = "io.strandline", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] VALUES = {
    "io.strandline.lsn..",
    "io.strandline.change..",
    "io.strandline.time..",
    "io.strandline.verdict..",
    "io.strandline.facts..",
    "io.strandline.snapshot..",
    "io.strandline.state..",
    "io.strandline.error..",
  };

  @ArchTest
  static final ArchRule jdbcStaysInItsPackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.strandline.sqlserver..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "com.microsoft..", "com.zaxxer..");

  @ArchTest
  static final ArchRule jacksonStaysInItsPackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.strandline.codec..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.fasterxml..");

  @ArchTest
  static final ArchRule jacksonDoesNotLeaveItsPackage =
      classes()
          .that()
          .resideInAPackage("io.strandline.codec..")
          .and()
          .arePublic()
          .should(PublicSignatures.free("com.fasterxml"));

  @ArchTest
  static final ArchRule valuesKnowOnlyValues =
      noClasses()
          .that()
          .resideInAnyPackage(VALUES)
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.resideInAPackage("io.strandline..")
                  .and(JavaClass.Predicates.resideOutsideOfPackages(VALUES)));

  @ArchTest
  static final ArchRule onlyTheFacadeKnowsTheAdapter =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.strandline.sqlserver..")
          .and()
          .doNotHaveSimpleName("Strandline")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.strandline.sqlserver..");

  @ArchTest
  static final ArchRule planningIsPure =
      noClasses()
          .that()
          .resideInAPackage("io.strandline.plan..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.time\\.(InstantSource|Clock)|java\\.io\\..*|org\\.slf4j\\..*");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.strandline.(*)..").should().beFreeOfCycles();
}
