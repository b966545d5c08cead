// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskTime

/// A writer of calendar content lines.
struct ContentWriter {
    /// The callback that receives the output lines.
    let call: Call

    /// Writes a property with a value verbatim, unescaped.
    func line(_ name: String, _ parameters: [(String, String)] = [], value: String) throws {
        try call.writeText(PropertyLine.property(name, parameters, value: value))
    }

    /// Writes a property with its text escaped; writes nothing if the text is empty.
    func text(_ name: String, _ parameters: [(String, String)] = [], value: String) throws {
        if !value.isEmpty { try line(name, parameters, value: PropertyLine.escaped(value)) }
    }
}
