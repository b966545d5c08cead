// SPDX-License-Identifier: Apache-2.0

/// What an object is.
public enum ObjectKind: String, Sendable {
    case blob, tree, commit
}

/// An object as it was stored: enough to store it again.
public struct StoredObject: Hashable, Sendable {
    /// What it is.
    public let kind: ObjectKind
    /// Its content, without git's header.
    public let bytes: [UInt8]

    /// An object of a kind and content.
    public init(kind: ObjectKind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
