// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// The lines of a calendar or a vCard.
struct ContentLines {
    /// The lines so far, folded, each with CRLF at its end.
    private(set) var text = ""

    /// Adds a property whose value needs no escaping.
    mutating func add(_ name: String, _ value: String) { text += PropertyLine.property(name, [], value: value) }

    /// Adds a property whose value is text; nothing if the text is empty.
    mutating func addText(_ name: String, _ value: String) {
        if !value.isEmpty { add(name, PropertyLine.escaped(value)) }
    }

    /// Returns an instant in UTC, as both formats write it: `20261122T193403Z`.
    static func utc(_ time: Timestamp) -> String {
        time.rfc3339.filter { $0 != "-" && $0 != ":" }
    }
}
