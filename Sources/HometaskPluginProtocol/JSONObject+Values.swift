// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension JSONObject {
    /// The text of a member; empty if it has none.
    func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

    /// The texts of a member that is a list.
    func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// The objects of a member that is a list.
    func objects(_ name: String) -> [JSONObject] { self[name]?.arrayValue?.compactMap(\.objectValue) ?? [] }
}
