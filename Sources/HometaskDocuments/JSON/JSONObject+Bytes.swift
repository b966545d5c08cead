// SPDX-License-Identifier: Apache-2.0

extension JSONObject {
    /// Serialises the object in the form in which documents are stored; see ``JSON/canonicalBytes()``.
    public func canonicalBytes() -> [UInt8] { JSON.object(self).canonicalBytes() }

    /// The canonical bytes as a string.
    public var canonicalText: String { JSON.object(self).canonicalText }

    /// Serialises the object without white space; see ``JSON/compactBytes()``.
    public func compactBytes() -> [UInt8] { JSON.object(self).compactBytes() }
}
