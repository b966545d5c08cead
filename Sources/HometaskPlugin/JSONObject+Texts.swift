// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension JSONObject {
    /// Returns a member's string; empty if absent.
    public func text(_ name: String) -> String { self[name]?.stringValue ?? "" }

    /// Returns the strings of a member that is an array; empty if absent.
    public func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
}
