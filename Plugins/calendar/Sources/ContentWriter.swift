// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskTime

/// Writes the lines of a calendar.
struct ContentWriter {
    /// Where the lines go.
    let call: Call

    /// Writes a property whose value stands as it is.
    func line(_ name: String, _ parameters: [(String, String)] = [], _ value: String) throws {
        try call.write(PropertyLine.property(name, parameters, value))
    }

    /// Writes a property whose value is text; none if there is nothing to say.
    func text(_ name: String, _ parameters: [(String, String)] = [], _ value: String) throws {
        if !value.isEmpty { try line(name, parameters, PropertyLine.escaped(value)) }
    }
}
