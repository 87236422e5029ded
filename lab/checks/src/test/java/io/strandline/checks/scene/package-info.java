/** What end-to-end tests share: a lab, a warehouse folder, the rows of both, and what was asked. */
package io.strandline.checks.scene;
