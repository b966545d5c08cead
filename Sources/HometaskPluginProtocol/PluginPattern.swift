// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A regular expression that a plugin's `plugin.json` names, read as the schemas of documents read theirs.
struct PluginPattern: Hashable, Sendable {
    let source: String

    /// Whether it occurs in a text. What is not an expression occurs in none; the manifest was checked for that before.
    func occurs(in text: String) -> Bool {
        (try? schema())?.validate(field: "value", value: .string(text)).isEmpty ?? false
    }

    /// Refuses what is not an expression.
    func check() throws(SchemaError) { _ = try schema() }

    private func schema() throws(SchemaError) -> Schema {
        try Schema(extending: ["value": ["type": "string", "pattern": .string(source)]])
    }
}
