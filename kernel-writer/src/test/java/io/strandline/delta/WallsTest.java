package io.strandline.delta;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The walls inside the module. */
@AnalyzeClasses(
    packages = "io.strandline.delta",
    importOptions = ImportOption.DoNotIncludeTests.class)
class WallsTest {

  @ArchTest
  static final ArchRule KERNELS_INTERNALS_STAY_IN_ONE_PACKAGE =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.strandline.delta.kernel")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delta.kernel.internal..", "io.delta.kernel.defaults.internal..");

  @ArchTest
  static final ArchRule HADOOP_AND_PARQUET_STAY_BELOW =
      noClasses()
          .that()
          .resideInAPackage("io.strandline.delta")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.apache.parquet..");

  @ArchTest
  static final ArchRule ONLY_PROVIDER_AND_READER_ARE_PUBLIC =
      classes()
          .that()
          .resideInAPackage("io.strandline.delta")
          .and()
          .areNotAnonymousClasses()
          .and()
          .doNotHaveSimpleName("DeltaTableStoreProvider")
          .and()
          .doNotHaveSimpleName("TableReader")
          .and()
          .doNotHaveSimpleName("package-info")
          .should()
          .notHaveModifier(JavaModifier.PUBLIC);

  @ArchTest
  static final ArchRule THE_PROVIDER_SHOWS_NO_DELTA =
      noClasses()
          .that()
          .haveSimpleName("DeltaTableStoreProvider")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.delta..", "org.apache..");
}
