// SPDX-License-Identifier: Apache-2.0
import HometaskKit

/// A task as it might be written by hand: members in any order, on one line.
let written = #"{"title": "Take out the bins", "kind": "task", "description": "The green one on Fridays"}"#

let task = try JSON.parse(written)
guard task["title"]?.stringValue == "Take out the bins" else {
    fatalError("expected the title 'Take out the bins', found \(task.compactText)")
}
// The canonical form: sorted members, one a line.
print(task.canonicalText, terminator: "")
