@org.jspecify.annotations.NullMarked
package io.strandline.checks.script;
