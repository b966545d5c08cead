// SPDX-License-Identifier: Apache-2.0

/// The limits of a JSON reader, so that no document can exhaust memory or the stack.
public struct JSONLimits: Hashable, Sendable {
    /// The maximum length of the text, in bytes.
    public var bytes: Int
    /// The maximum nesting depth of arrays and objects.
    public var depth: Int

    /// Creates limits for the length in bytes and the nesting depth.
    public init(bytes: Int, depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    /// The limits for documents: 8 MiB, 64 levels.
    public static let document = JSONLimits(bytes: 8 << 20, depth: 64)

    /// The maximum length of a document written by a program: 512 KiB.
    ///
    /// A merge may exceed this limit; otherwise two devices that merge the same documents could get different results.
    public static let writerBytes = 512 << 10
}
