package io.strandline.checks.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every error that the stand-in raises is looked up in Microsoft's list of messages. */
class ErrorListTest {

  private static final List<ErrorList.Entry> LIST = ErrorList.entries();
  private static final List<RaisedError> RAISED = RaisedErrors.inTheServer();

  @Test
  void everyRaisedErrorIsListedAndNothingElse() {
    Map<Integer, String> raised = new TreeMap<>();
    RAISED.forEach(error -> raised.put(error.number(), error.place()));
    Map<Integer, ErrorList.Entry> listed = byNumber();
    assertThat(raised).allSatisfy((number, place) -> assertThat(listed).containsKey(number));
    assertThat(listed.keySet()).isSubsetOf(raised.keySet());
  }

  @Test
  void theListIsInOrderWithAReasonForEveryDifference() {
    assertThat(LIST).extracting(ErrorList.Entry::number).doesNotHaveDuplicates().isSorted();
    assertThat(LIST)
        .allSatisfy(
            entry ->
                assertThat(entry.differences().isEmpty())
                    .as("%d without a difference", entry.number())
                    .isEqualTo(entry.source().equals("documented")));
  }

  @Test
  void severitiesAreTheListedOnes() {
    assertThat(departing((error, entry) -> error.severity() < 0 || sameSeverity(error, entry)))
        .isEmpty();
  }

  @Test
  void textsAreTheListedOnes() {
    assertThat(
            departing(
                (error, entry) ->
                    !entry.hasTheListedText() || Texts.match(entry.text(), error.text())))
        .isEmpty();
  }

  @Test
  void textsAreComparedWithWhatIsInsertedLeftOpen() {
    assertThat(Texts.match("Invalid %S_MSG '%.*ls'.", "Invalid column '\u0000'.")).isTrue();
    assertThat(Texts.match("Cannot do it because ...", "Cannot do it because of that.")).isTrue();
    assertThat(Texts.match("Invalid '%.*ls'.", "Wrong '\u0000'.")).isFalse();
    assertThat(Texts.match("Invalid '%.*ls'.", "Invalid '\u0000'. And more.")).isFalse();
  }

  @Test
  void numbersAreFoundThroughHelpersChoicesAndConstants() {
    List<RaisedError> found =
        RaisedErrors.in(
            Map.of(
                "Some.java",
                """
                class Some {
                  static final int NUMBER = 50_100;
                  static SqlException of(int number, String text) {
                    return SqlException.of(number, 16, 1, text);
                  }
                  void run(boolean yes, String name) {
                    int number = yes ? 1 : 2;
                    throw Some.of(number, "Text '" + name + "'.");
                  }
                  SqlException more() {
                    return of(NUMBER, "That");
                  }
                }
                """,
                "SqlException.java",
                """
                class SqlException {
                  static SqlException of(int number, int severity, int state, String text) {
                    return new SqlException(new SqlMessage(number, severity, state, text, 1));
                  }
                }
                """));
    assertThat(found)
        .extracting(RaisedError::number, RaisedError::severity, RaisedError::text)
        .containsExactlyInAnyOrder(
            tuple(1, 16, "Text '\u0000'."),
            tuple(2, 16, "Text '\u0000'."),
            tuple(50_100, 16, "That"));
    assertThat(new TreeSet<>(found.stream().map(RaisedError::place).toList()))
        .containsExactly("Some.java:11", "Some.java:8");
  }

  private static boolean sameSeverity(RaisedError error, ErrorList.Entry entry) {
    return error.listedSeverity() == entry.severity();
  }

  /** The raised errors that do not agree with their entry, beside it. */
  private static List<String> departing(BiPredicate<RaisedError, ErrorList.Entry> agree) {
    Map<Integer, ErrorList.Entry> listed = byNumber();
    return RAISED.stream()
        .filter(error -> listed.containsKey(error.number()))
        .filter(error -> !agree.test(error, listed.get(error.number())))
        .map(error -> error + " beside " + listed.get(error.number()))
        .toList();
  }

  private static Map<Integer, ErrorList.Entry> byNumber() {
    return LIST.stream().collect(Collectors.toMap(ErrorList.Entry::number, Function.identity()));
  }
}
