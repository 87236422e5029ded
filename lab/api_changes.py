"""Compares the public classes of Java with those of another commit: `api_changes.py COMMIT`.

japicmp says which changes break programs that were compiled, or are written, for the other commit.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
JAPICMP = "com.github.siom79.japicmp:japicmp:0.23.1:jar:jar-with-dependencies"
MODULES = ("kernel-core", "kernel-writer", "py4j-gateway")
MAVEN = ("mvn", "-B", "-ntp", "-q")


def run(*command: str, folder: pathlib.Path = ROOT) -> None:
    """Runs a program that has to succeed."""
    subprocess.run(command, cwd=folder, check=True)


def jar(tree: pathlib.Path, module: str) -> pathlib.Path:
    """The jar of a module that was built."""
    (found,) = (
        file
        for file in (tree / module / "target").glob("strandline-*.jar")
        if not file.stem.endswith(("-tests", "-sources"))
    )
    return found


def packages() -> str:
    """The packages that programs may use, as the listing of public classes has them."""
    listing = (ROOT / "docs" / "reference" / "api.txt").read_text("utf-8")
    return ";".join(sorted(set(re.findall(r"^\S.*?\b(io\.strandline\.[a-z]+)\.", listing, re.M))))


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("name the commit to compare with: make api BASE=v0.1.0")
    tool = ROOT / "lab" / "checks" / "target" / "japicmp"
    run(*MAVEN, "-N", "dependency:copy", f"-Dartifact={JAPICMP}", f"-DoutputDirectory={tool}")
    (program,) = tool.glob("japicmp-*.jar")
    breaking = False
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder) / "base"
        run("git", "worktree", "add", "--quiet", "--detach", str(base), sys.argv[1])
        try:
            build = ("package", "-DskipTests", "-Denforcer.skip", "-Dspotless.check.skip")
            run(*MAVEN, *build, "-pl", ",".join(MODULES), "-am", folder=base)
            for module in MODULES:
                compared = subprocess.run(
                    [
                        *("java", "-jar", str(program), "--only-modified"),
                        *("--ignore-missing-classes", "--include", packages()),
                        *("--error-on-binary-incompatibility", "--error-on-source-incompatibility"),
                        *("--old", str(jar(base, module)), "--new", str(jar(ROOT, module))),
                    ],
                    check=False,
                )
                breaking |= compared.returncode != 0
        finally:
            run("git", "worktree", "remove", "--force", str(base))
    if breaking:
        raise SystemExit("programs written for the other commit do not compile or run unchanged")


if __name__ == "__main__":
    main()
