# SPDX-License-Identifier: Apache-2.0
"""A copy of the package with the examples of two pages of the guide, built once for the scripts of both.

    python3 Tests/Examples/example_package.py

makes the copy alone, in a second: it fails if a change on the pages no longer fits the sources. The examples are taken
verbatim from the pages. The copy is in .build-example, and building it takes some minutes the first time.
"""

import functools
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / ".build-example/package"
SCRATCH = ROOT / ".build-example/build"
GUIDE = ROOT / "Sources/HometaskKit/HometaskKit.docc"
FIELD_PAGE, RULE_PAGE = "AddingAField.md", "AddingAMergeRule.md"
# For each example of the page about fields, in order: the schema, and the file of the table.
FIELDS = [
    ("Schemas/task.schema.json", "Sources/HometaskFamily/Fields/TaskField+All.swift"),
    ("Schemas/task.schema.json", "Sources/HometaskFamily/Fields/TaskField+All.swift"),
    ("Schemas/pin.schema.json", "Sources/HometaskFamily/Fields/TextField.swift"),
]
# Fields of tasks of the other kinds that need no more than a date: their schemas and declared kinds.
CLOCK = {"$ref": "#/$defs/clock"}
OTHER_VALUES = {
    "effort": ({"type": "integer", "minimum": 0}, ".number"),
    "cooking": ({"$ref": "#/$defs/length"}, ".interval"),
    "opening": (
        {
            "type": "object", "required": ["from", "to"],
            "properties": {"from": CLOCK, "to": CLOCK, "zone": {"$ref": "#/$defs/zone"}},
        },
        ".hours",
    ),
    "size": ({"enum": ["large", "medium", "small"]}, '.choice(["large", "medium", "small"])'),
}
# The other kinds of documents that get the text of the last example.
OTHER_KINDS = ["category", "comment", "hunt", "member", "note", "photo", "template", "view"]
# The copy has only the command and the merging tests, since building all tests would take twice as long.
MANIFEST_END = """
let unneeded = [
    "EngineCases", "HometaskEngine", "HometaskKit", "HometaskServing", "HometaskSignIn", "HometaskWebPush",
    "PluginTestSupport",
]
package.targets.removeAll { $0.type == .test && $0.name != "HometaskMergingTests" || unneeded.contains($0.name) }
package.products.removeAll { $0.name != "hometask" }
"""


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (GUIDE / page).read_text(), re.MULTILINE | re.DOTALL)


def build() -> pathlib.Path:
    """Makes the copy and builds it. Returns the folder of the command and of the test bundle."""
    copy_package()
    words = ["swift", "build", "--build-tests", "--package-path", str(COPY), "--scratch-path", str(SCRATCH)]
    subprocess.run(words, check=True, stdout=sys.stderr)
    return SCRATCH / "debug"


def copy_package():
    changes, added = {"Package.swift": [lambda text: text + MANIFEST_END]}, new_files()
    for page_changes in [field_changes(), rule_changes()]:
        for name, change in page_changes:
            changes.setdefault(name, []).append(change)
    files = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout
    names = {name for name in files.decode().split("\0") if (ROOT / name).is_file()}
    assert names.isdisjoint(added), f"{sorted(names & set(added))} is there already"
    assert names.issuperset(changes), f"{sorted(set(changes) - names)} is not there"
    for name in names:
        content = (ROOT / name).read_bytes()
        for change in changes.get(name, []):
            content = change(content.decode()).encode()
        put(name, content)
    for name, text in added.items():
        put(name, text.encode())
    for path in [path for path in COPY.rglob("*") if path.is_file() and path.name != "Package.resolved"]:
        if str(path.relative_to(COPY)) not in names | set(added):
            path.unlink()


def put(name: str, content: bytes):
    """Writes a file of the copy if it differs, so that unchanged files are not rebuilt."""
    target = COPY / name
    if not target.is_file() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def field_changes():
    """For each change by the page about fields, the file and a function from its old text to its new one."""
    schemas, declarations = blocks(FIELD_PAGE, "json"), blocks(FIELD_PAGE, "swift")
    for found in [schemas, declarations]:
        assert len(found) == len(FIELDS), f"{FIELD_PAGE} has {len(found)} blocks of one language, not {len(FIELDS)}"
    for (schema, table), json_block, swift_block in zip(FIELDS, schemas, declarations):
        yield schema, functools.partial(with_schema, block=json_block)
        yield table, functools.partial(with_declaration, block=swift_block)
    for name, (value, kind) in OTHER_VALUES.items():
        block = json.dumps({name: {"description": f"Its {name}.", "x-merge": "register"} | value})[1:-1]
        yield FIELDS[0][0], functools.partial(with_schema, block=block)
        block = (
            f'TaskField(\n    "{name}", {kind}, example: "{name}:1", help: ("Its {name}.", "value"),\n'
            f'    removal: "Remove the {name}.", question: "its {name}"),\n')
        yield FIELDS[0][1], functools.partial(with_declaration, block=block)
    assert declarations[-1].count("of: .pin") == 1, f"{FIELD_PAGE} does not end with a text of pins"
    for kind in OTHER_KINDS:
        block = declarations[-1].replace("of: .pin", f"of: .{kind}")
        yield f"Schemas/{kind}.schema.json", with_line
        yield f"Schemas/{kind}.schema.json", functools.partial(with_schema, block=schemas[-1])
        yield FIELDS[-1][1], functools.partial(with_declaration, block=block)


def with_schema(text: str, block: str) -> str:
    schema = json.loads(text)
    schema["properties"].update(json.loads("{" + block + "}"))
    return json.dumps(schema, indent=2) + "\n"


def with_line(text: str) -> str:
    """Adds the definition of a line of text from the schema of pins, if absent."""
    schema = json.loads(text)
    schema["$defs"].setdefault("line", json.loads((ROOT / FIELDS[-1][0]).read_text())["$defs"]["line"])
    return json.dumps(schema, indent=2) + "\n"


def with_declaration(text: str, block: str) -> str:
    """Adds the declaration to the end of the list, the last one in its file."""
    end = text.rindex("\n    ]\n") + 1
    return text[:end] + block + text[end:]


def rule_changes():
    """The same for the page about merge rules, whose blocks name the file after `---`."""
    for block in blocks(RULE_PAGE, "diff"):
        head, *hunks = block.split("@@\n")
        assert head.startswith("--- ") and hunks, f"{RULE_PAGE} has a block of changes without a file:\n{block}"
        for hunk in hunks:
            yield head[4:].strip(), functools.partial(with_hunk, hunk=hunk)


def with_hunk(text: str, hunk: str) -> str:
    """Replaces the lines that begin with a blank or a minus in the hunk, which must occur once, as whole lines."""
    lines = hunk.splitlines()
    old = "".join(f"\n{line[1:]}" for line in lines if not line.startswith("+")) + "\n"
    new = "".join(f"\n{line[1:]}" for line in lines if not line.startswith("-")) + "\n"
    count = f"\n{text}".count(old)
    assert count == 1, f"these lines of {RULE_PAGE} occur {count} times:\n{old}"
    return f"\n{text}".replace(old, new)[1:]


def new_files() -> dict[str, str]:
    """The new files on the page about merge rules, each a block after its name."""
    found = re.findall(
        r"^`([^`\n]+)`, a new file:\n\n```\w+\n(.*?)^```$", (GUIDE / RULE_PAGE).read_text(), re.MULTILINE | re.DOTALL)
    assert found, f"{RULE_PAGE} adds no file"
    return dict(found)


if __name__ == "__main__":
    copy_package()
