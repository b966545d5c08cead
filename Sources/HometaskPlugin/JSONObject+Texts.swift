// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension JSONObject {
    /// Returns the text of a member of this object; empty if there is none.
    public func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

    /// Returns the texts of a member of this object that is an array; empty if there are none.
    public func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
}
