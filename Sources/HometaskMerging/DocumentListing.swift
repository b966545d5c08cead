// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// What lists go by: the shown members, and `conflicts` wherever anything is open. Where the shown value of a set is
    /// not a set (`"tags": "u, v"`, committed with git while another device added a tag), its elements take its place.
    public var listed: JSONObject {
        var members = shown
        for (name, state) in fields where !state.elements.isEmpty && name.extensionPath == nil {
            guard state.shownCell != .set, Self.strings(state.shown) == nil else { continue }
            members[name.key] = state.shownElements
        }
        let open = Set(conflicts.map { $0.field }).sorted().map { ($0.key.string, JSON.array([])) }
        if !open.isEmpty { members["conflicts"] = .object(JSONObject(open)) }
        return members
    }

    /// Whether a stored document may have elements of a set that another value hides. These stand in their stamps
    /// alone; all else that is open stands in `conflicts` too.
    ///
    /// Where it says no that is so, as far as the document is in its canonical form: a field with such elements has
    /// stamps of several shapes, and that of the set or the text follows a comma. No value can look like that, since
    /// line feeds in values are escaped.
    public static func mayHideElements(_ bytes: UnsafeRawBufferPointer) -> Bool {
        hidingPatterns.contains { $0.occurs(in: bytes) }
    }

    private static let hidingPatterns = [
        BytePattern(",\n        \"set\": {"), BytePattern(",\n        \"text\": ["),
    ]
}
