// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A regular expression in a plugin's `plugin.json`, in the syntax of the document schemas.
struct PluginPattern: Hashable, Sendable {
    let source: String

    /// Whether the pattern matches anywhere in `text`. An invalid expression never matches, but the manifest has
    /// already been validated.
    func occurs(in text: String) -> Bool {
        (try? schema())?.validate(field: "value", value: .string(text)).isEmpty ?? false
    }

    /// Throws if the expression is invalid.
    func check() throws(SchemaError) { _ = try schema() }

    private func schema() throws(SchemaError) -> Schema {
        try Schema(extending: ["value": ["type": "string", "pattern": .string(source)]])
    }
}
