// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSONObject {
    /// Returns a member's string; empty if absent.
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

    /// Returns the strings of a member that is a list.
    func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// Returns the objects of a member that is a list.
    func objects(_ name: String) -> [JSONObject] { self[name]?.arrayValue?.compactMap(\.objectValue) ?? [] }
}
