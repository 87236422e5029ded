package io.strandline.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text arrives exactly or not at all. */
class SurrogatesTest {

  @Test
  void pairsAndPlainTextPass() {
    assertThat(ColumnReaders.hasUnpairedSurrogate("")).isFalse();
    assertThat(ColumnReaders.hasUnpairedSurrogate("plain ?")).isFalse();
    assertThat(ColumnReaders.hasUnpairedSurrogate("a\uD83D\uDE00b\uD83D\uDE00")).isFalse();
  }

  @Test
  void halvesAreFoundWhereverTheyStand() {
    assertThat(ColumnReaders.hasUnpairedSurrogate("\uD83D")).isTrue();
    assertThat(ColumnReaders.hasUnpairedSurrogate("\uDE00")).isTrue();
    assertThat(ColumnReaders.hasUnpairedSurrogate("a\uD83Db")).isTrue();
    assertThat(ColumnReaders.hasUnpairedSurrogate("\uD83D\uD83D\uDE00")).isTrue();
    assertThat(ColumnReaders.hasUnpairedSurrogate("\uDE00\uD83D")).isTrue();
  }
}
