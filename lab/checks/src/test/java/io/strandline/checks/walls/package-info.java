/** The walls between the modules, as docs/architecture.md draws them. */
package io.strandline.checks.walls;
