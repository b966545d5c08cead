#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds the server's commands and options to its manual page, in the macros of man(7).

    hometask-serve --experimental-dump-help | serve_page.py PAGE

The page is that of 'hometask serve', as 'hometask help --man' writes it.
"""

import json
import sys


def text(words):
    """Returns a text for roff (groff_char(7)): a line that begins with a dot or an apostrophe would be a request."""
    plain = " ".join(words.split()).replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + plain if plain.startswith((".", "'")) else plain


def name_of(argument):
    """Returns an option's names, or a positional argument, with its value."""
    value = f"<{argument.get('valueName', 'value')}>"
    if argument["kind"] == "positional":
        return value
    names = ["-" + name["name"] if name["kind"] == "short" else "--" + name["name"] for name in argument["names"]]
    return ", ".join(names) + (f" {value}" if argument["kind"] == "option" else "")


def commands(command, names):
    """Yields the commands below a command that have no others below them, each with its names."""
    below = [other for other in command.get("subcommands", []) if other["shouldDisplay"] and other["commandName"] != "help"]
    if not below:
        yield names, command
    for other in below:
        yield from commands(other, [*names, other["commandName"]])


def section(names, command):
    """Yields the lines of a command."""
    yield f".SS {text(' '.join(names))}"
    yield text(command["abstract"])
    for paragraph in command.get("discussion", "").split("\n\n"):
        if paragraph.strip():
            yield from (".PP", text(paragraph))
    for argument in command["arguments"]:
        if argument["shouldDisplay"]:
            default = f" The default is {argument['defaultValue']}." if argument.get("defaultValue") else ""
            yield from (".TP", f".B {text(name_of(argument))}", text(argument.get("abstract", "") + default))


root = json.load(sys.stdin)["command"]
with open(sys.argv[1], "a", encoding="utf-8") as page:
    print(".SH COMMANDS OF THE SERVER", file=page)
    for names, command in commands(root, root["commandName"].split()):
        print(*section(names, command), sep="\n", file=page)
