package io.strandline.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** A condition on what the public methods of a class take and return. */
final class PublicSignatures {

  private PublicSignatures() {}

  static ArchCondition<JavaClass> free(String packagePrefix) {
    return new ArchCondition<>("take and return nothing of " + packagePrefix) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaCodeUnit unit : type.getCodeUnits()) {
          boolean leaks =
              unit.getModifiers().contains(JavaModifier.PUBLIC)
                  && (unit.getRawReturnType().getName().startsWith(packagePrefix)
                      || unit.getRawParameterTypes().stream()
                          .anyMatch(parameter -> parameter.getName().startsWith(packagePrefix)));
          if (leaks) {
            events.add(SimpleConditionEvent.violated(unit, unit.getFullName()));
          }
        }
      }
    };
  }
}
