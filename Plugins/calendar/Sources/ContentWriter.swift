// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskTime

/// A writer of the lines of a calendar.
struct ContentWriter {
    /// The call that receives the lines as output.
    let call: Call

    /// Writes a property with a value that is not escaped.
    func line(_ name: String, _ parameters: [(String, String)] = [], value: String) throws {
        try call.writeText(PropertyLine.property(name, parameters, value: value))
    }

    /// Writes a property with an escaped text; nothing if the text is empty.
    func text(_ name: String, _ parameters: [(String, String)] = [], value: String) throws {
        if !value.isEmpty { try line(name, parameters, value: PropertyLine.escaped(value)) }
    }
}
