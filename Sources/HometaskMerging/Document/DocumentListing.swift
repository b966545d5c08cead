// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A document in the form that lists and queries use.
public struct DocumentListing {
    private let document: Document

    init(_ document: Document) { self.document = document }

    /// The shown members, with `conflicts` for every open conflict and with the elements of sets that another value
    /// hides.
    var members: JSONObject {
        var members = document.shown
        for (name, state) in document.fields where !state.elements.isEmpty && name.extensionPath == nil {
            guard state.shownCell != .set, JSON.strings(state.shown) == nil else { continue }
            members[name.key] = state.shownElements
        }
        let open = Set(document.conflicts.map { $0.field }).sorted().map { ($0.key.string, JSON.array([])) }
        if !open.isEmpty { members["conflicts"] = .object(JSONObject(open)) }
        return members
    }

    /// Whether a stored document may have elements of a set that another value hides. Such elements occur only in
    /// stamps; all other open values also occur in `conflicts`.
    ///
    /// For a document in canonical form, there are false positives but no false negatives. A field with hidden elements
    /// has stamps of several shapes, and the stamp of the set or the text follows a comma. No value can look like that,
    /// since line feeds in values are escaped.
    public static func mayHideElements(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hidingPatterns.contains { $0.occurs(in: bytes) }
    }

    /// Whether a stored document in canonical form may hold values of a `latest` field beside the shown one. There are
    /// false positives but no false negatives.
    public static func mayHoldSeveralValues(_ bytes: UnsafeRawBufferPointer) -> Bool {
        besidePattern.occurs(in: bytes)
    }

    private static let besidePattern = BytePattern("\n        \"beside\": [")
    private static let hidingPatterns = [
        BytePattern(",\n        \"set\": {"), BytePattern(",\n        \"text\": ["),
    ]
}
