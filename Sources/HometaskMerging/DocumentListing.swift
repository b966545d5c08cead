// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// What lists go by: the shown members, but of a set whose elements stand behind a value that is none (`"tags": "u,
    /// v"`, committed with git while another device added a tag) the elements; and `conflicts`, which is there wherever
    /// anything is open.
    public var listed: JSONObject {
        var members = shown
        for (name, state) in fields where !state.elements.isEmpty && name.extensionPath == nil {
            guard state.shownCell != .set, Self.strings(state.shown) == nil else { continue }
            members[name.key] = state.shownElements
        }
        let open = Set(conflicts.map(\.field)).sorted().map { ($0.key.string, JSON.array([])) }
        if !open.isEmpty { members["conflicts"] = .object(JSONObject(open)) }
        return members
    }

    /// Whether a stored document may have elements of a set that another value hides. These stand in their stamps
    /// alone; all else that is open stands in `conflicts` too.
    ///
    /// Where it says no that is so, as far as the document is in its canonical form: the field has several shapes of
    /// stamps then, and the set or the text comes behind a comma. No text of a value looks so, since line feeds are
    /// escaped.
    public static func mayHideElements(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hidingPatterns.contains { $0.occurs(in: bytes) }
    }

    private static let hidingPatterns = [
        BytePattern(",\n        \"set\": {"), BytePattern(",\n        \"text\": ["),
    ]
}
