/** The stand-in's command line. */
package io.strandline.checks.lab;
