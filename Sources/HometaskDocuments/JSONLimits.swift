// SPDX-License-Identifier: Apache-2.0

/// How much text a JSON reader accepts, so that no document can exhaust memory or the stack.
public struct JSONLimits: Hashable, Sendable {
    /// The greatest length of the text, in bytes.
    public var bytes: Int
    /// The greatest number of arrays and objects that stand inside each other.
    public var depth: Int

    /// Creates limits for the length in bytes and the nesting depth.
    public init(bytes: Int, depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    /// What a reader of documents accepts: 8 MiB, 64 levels.
    public static let document = JSONLimits(bytes: 8 << 20, depth: 64)

    /// The maximum length of a document that programs write: 512 KiB.
    ///
    /// A join may exceed it; otherwise two devices that merge the same documents could get different results.
    public static let writerBytes = 512 << 10
}
