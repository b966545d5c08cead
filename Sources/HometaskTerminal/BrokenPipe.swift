// SPDX-License-Identifier: Apache-2.0

/// The reader of standard output went away, as `head` does. The program ends quietly, without a message.
public struct BrokenPipe: Error, Hashable {
    /// Creates the error, which has no further details.
    public init() {}
}
