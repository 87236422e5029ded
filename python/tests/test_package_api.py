"""The package's public face, held against Java, the documentation and the last listing."""

import dataclasses
import re
from pathlib import Path

from commandline import ROOT
from listing import LISTINGS, listing

import strandline
from strandline import CodedError, ErrorCode, StrandlineError

JAVA = ROOT / "kernel-core" / "src" / "main" / "java" / "io" / "strandline"


def test_the_public_api_is_the_committed_listing() -> None:
    """A change of the API is a change of the listing, to be seen in review."""
    committed = LISTINGS["strandline"].read_text("utf-8")
    assert listing("strandline") == committed, "python/tests/listing.py writes it"


def test_the_package_is_typed() -> None:
    assert Path(strandline.__file__).with_name("py.typed").exists()


def test_what_is_returned_is_frozen() -> None:
    values = [each for each in vars(strandline).values() if dataclasses.is_dataclass(each)]
    assert {strandline.Verdict, strandline.CatchUp, strandline.Plan} <= set(values)
    for value in values:
        assert value.__dataclass_params__.frozen, value  # type: ignore[union-attr]


def test_the_version_is_that_of_the_jars() -> None:
    pom = (ROOT / "pom.xml").read_text("utf-8")
    (version,) = re.findall(r"strandline-parent</artifactId>\s*<version>([^<]+)<", pom)
    assert strandline.__version__ == version.replace("-SNAPSHOT", ".dev0")


def test_both_halves_of_py4j_have_one_version() -> None:
    pom = (ROOT / "pom.xml").read_text("utf-8")
    (version,) = re.findall(r"<py4j.version>([^<]+)<", pom)
    project = (ROOT / "python" / "pyproject.toml").read_text("utf-8")
    assert f'dependencies = ["py4j=={version}"]' in project


def test_error_codes_are_those_of_java() -> None:
    source = (JAVA / "error" / "ErrorCode.java").read_text("utf-8")
    codes = dict(re.findall(r"^  ([A-Z_]+)\((true|false)\)", source, re.MULTILINE))
    assert {code.value: str(code.retryable).lower() for code in ErrorCode} == codes


def test_error_codes_are_those_of_the_documentation() -> None:
    page = (ROOT / "docs" / "reference" / "errors.md").read_text("utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| \d \| (yes|no) \|", page, re.MULTILINE)
    assert {code.value: "yes" if code.retryable else "no" for code in ErrorCode} == dict(rows)


def test_every_code_has_a_class_and_every_class_a_code() -> None:
    assert set(CodedError.by_code) == set(ErrorCode)
    for code, kind in CodedError.by_code.items():
        assert kind.code is code
        words = "".join(word.capitalize() for word in code.value.split("_"))
        assert kind.__name__ == f"{words}Error"
        assert getattr(strandline, kind.__name__) is kind
        assert issubclass(kind, StrandlineError)


def test_options_are_those_of_java() -> None:
    source = (JAVA / "option" / "Option.java").read_text("utf-8")
    names = re.findall(r"^  ([A-Z_]+)\(", source, re.MULTILINE)
    assert sorted(strandline.Options.__annotations__) == sorted(name.lower() for name in names)
