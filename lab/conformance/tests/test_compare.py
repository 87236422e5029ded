"""Whether an answer that departs from a step is found, as far as a client can tell."""

import dataclasses

import pytest
from clients.answers import Answer, Answered, Failure, Tells
from clients.canonical import same
from clients.compare import Bindings, differences
from clients.script import Malformed, Step, parse

TEXT = """
== core: one of each
SELECT 1.10 AS d, 0x01 AS b
-> columns: d decimal(9,2) | b binary(1)
-> row: 1.10 | &{lsn}
-> count: 2
-> message: 0 hello
"""

RIGHT = Answer(
    [Answered(["d", "b"], ["decimal(9,2)", "binary(1)"], [True, True], [["1.10", b"\x01"]])],
    [2],
    [(5701, "else"), (0, "hello")],
)


def step(text: str = TEXT) -> Step:
    (only,) = parse("theme", text)
    return only


def test_a_right_answer_has_no_difference_and_binds_what_it_captures() -> None:
    bindings = Bindings({})
    assert differences(step(), RIGHT, Tells(types=True), bindings) == []
    assert bindings.expand("&{lsn} &{repeat ab 2}") == "0x01 abab"
    other = dataclasses.replace(RIGHT, results=[Answered(["d", "b"], rows=[["1.10", b"\x02"]])])
    assert differences(step(), other, Tells(), bindings) != []


@pytest.mark.parametrize(
    "wrong",
    [
        {"results": []},
        {"results": [Answered(["d", "c"], rows=[["1.10", b"\x01"]])]},
        {"results": [Answered(["d", "b"], rows=[])]},
        {"results": [Answered(["d", "b"], rows=[["1.1", b"\x01"]])]},
        {"results": [Answered(["d", "b"], rows=[[None, b"\x01"]])]},
        {"counts": [3]},
        {"messages": []},
        {"error": Failure("no", 208, 16, 1)},
    ],
)
def test_every_difference_is_found(wrong: dict[str, object]) -> None:
    answer = dataclasses.replace(RIGHT, **wrong)  # type: ignore[arg-type]
    assert differences(step(), answer, Tells(), Bindings({})) != []


def test_an_error_is_compared_by_number_class_state_and_text() -> None:
    expected = step("== core: x\nSELECT 1/0\n-> error: 8134 16 * Divide by zero*")

    def found(failure: Failure | None) -> list[str]:
        return differences(expected, Answer(error=failure), Tells(), Bindings({}))

    assert found(Failure("Divide by zero error.", 8134, 16, 7)) == []
    assert found(None) != []
    assert found(Failure("Divide by zero error.", 8135, 16, 7)) != []
    assert found(Failure("Divide by zero error.", 8134, 15, 7)) != []
    assert found(Failure("Else", 8134, 16, 7)) != []


def test_values_are_compared_as_exactly_as_a_client_can() -> None:
    assert not same("1.10", "1.1", "decimal(9,2)", Tells())
    assert same("1.10", "1.1", "decimal(9,2)", Tells(scale=False))
    moment, cut = "2026-01-02 03:04:05.1234567", "2026-01-02 03:04:05.123456"
    assert same(moment, cut, "datetime2(7)", Tells(digits=6))
    assert not same(moment, cut, "datetime2(7)", Tells(digits=7))
    assert same(moment, "Jan  2 2026 03:04AM", "datetime2(7)", Tells(minutes=True))
    assert not same(moment, "Jan  2 2026 03:05AM", "datetime2(7)", Tells(minutes=True))
    offset = "2026-01-02 03:04:05.0000000 -03:00"
    assert same(offset, "2026-01-02T06:04:05.000", "datetimeoffset(7)", Tells(offsets="utc"))
    assert not same(offset, "2026-01-02T03:04:05.000", "datetimeoffset(7)", Tells(offsets="utc"))


def test_a_line_that_says_nothing_is_named() -> None:
    with pytest.raises(Malformed, match=r"theme\.txt:2"):
        parse("theme", "== core: x\n-> nothing: y")
