/** Style as a test: the rules of CONTRIBUTING.md that a program can check. */
package io.strandline.checks.tidy;
