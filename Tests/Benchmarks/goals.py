# SPDX-License-Identifier: Apache-2.0
"""The goals of hometask relative to its peers, each met or missed in one run."""

from math import isnan, nan

from installing import PEERS
from programs import BareHometask

# The maximum milliseconds of an answer at the largest size beyond start-up.
BEYOND_START = 15


def goals(benches) -> list[str]:
    rows = ["| goal | at most | measured | |", "|---|--:|--:|---|"]

    def goal(text: str, limit: float, value: float, unit: str = ""):
        # An abandoned command exceeded every goal; its cost is NaN.
        verdict = "met" if value <= limit else "**missed**"
        measured = "given up" if isnan(value) else f"{value:.2f}{unit}"
        rows.append(f"| {text} | {limit:.2f}{unit} | {measured} | {verdict} |")

    for bench in benches:
        for action in ["import", "add", "50 rows by due", "all", "search", "edit", "done"]:
            if fastest := fastest_peer(bench, action):
                ours = time(bench, bench.reference, action)
                goal(f"`{action}` at {bench.size:,} against {fastest[1]}, the fastest", 1, ours / fastest[0])
    small, large = benches[0], benches[-1]

    def bare(bench, action: str, column: str = "wall") -> float:
        return time(bench, BareHometask.name, action, column)

    start = bare(large, "start-up")
    goal("start-up", 8, start, " ms")
    if small is not large:
        sizes = f"{large.size:,} tasks against {small.size:,}"
        for action in ["50 rows by due", "first hits", "stats", "add"]:
            goal(f"`{action}`, bare: {sizes}", 2, bare(large, action) / bare(small, action))
        rows_small, rows_large = (bare(bench, "all") / bench.size for bench in (small, large))
        goal(f"`all`, a row, bare: {sizes}", 1, rows_large / rows_small)
    for action in ["50 rows by due", "first hits", "stats"]:
        goal(f"`{action}` at {large.size:,}, beyond start-up", BEYOND_START, bare(large, action) - start, " ms")
    goal(f"`one letter` at {large.size:,}", 40, bare(large, "one letter"), " ms")
    goal(f"`import` of {large.size:,}, processor", 10, bare(large, "import", "cpu") / 1000, " s")
    goal(f"`index` of {large.size:,} from nothing", 5, bare(large, "index") / 1000, " s")
    return rows


def time(bench, program: str, action: str, column: str = "wall") -> float:
    """The cost of an action in milliseconds; NaN if it was abandoned."""
    cost = bench.cost(program, action)
    return getattr(cost, column) if cost else nan


def fastest_peer(bench, action: str) -> tuple[float, str] | None:
    costs = [(bench.cost(peer.name, action), peer.name) for peer in PEERS]
    return min(((cost.wall, name) for cost, name in costs if cost), default=None)
