package io.strandline.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.gateway.OpenParts.Opener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Parts are opened once, kept for a while, and closed. */
class OpenPartsTest {

  private final AtomicReference<Instant> now = new AtomicReference<>(Sample.UNTIL);
  private final OpenParts parts = new OpenParts(now::get);
  private final List<String> opened = new ArrayList<>();
  private final List<String> closed = new ArrayList<>();

  private String use(String name) {
    return parts.with(name, opener(name), part -> part);
  }

  private Opener<String> opener(String name) {
    return new Opener<>(
        String.class,
        () -> {
          opened.add(name);
          return name;
        },
        closed::add);
  }

  @Test
  void aPartIsOpenedOnce() {
    assertThat(use("a")).isEqualTo("a");
    assertThat(use("a")).isEqualTo("a");
    assertThat(opened).containsExactly("a");
    assertThat(closed).isEmpty();
  }

  @Test
  void theLongestUnusedOfTooManyIsClosed() {
    for (int i = 0; i < OpenParts.MOST; i++) {
      use("part" + i);
    }
    use("part0");
    use("another");
    assertThat(closed).containsExactly("part1");
    use("part0");
    assertThat(opened).hasSize(OpenParts.MOST + 1);
  }

  @Test
  void whatNobodyUsedForAWhileIsClosedUnlessItIsInUse() {
    use("old");
    now.set(Sample.UNTIL.plus(OpenParts.UNUSED).plusMillis(1));
    parts.with(
        "long",
        opener("long"),
        part -> {
          now.set(now.get().plus(OpenParts.UNUSED).plusMillis(1));
          return use("new");
        });
    assertThat(closed).containsExactly("old");
  }

  @Test
  void closingClosesAll() {
    use("a");
    use("b");
    parts.close();
    assertThat(closed).containsExactlyInAnyOrder("a", "b");
    parts.close();
    assertThat(closed).hasSize(2);
  }
}
