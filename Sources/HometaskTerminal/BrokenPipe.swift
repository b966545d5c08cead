// SPDX-License-Identifier: Apache-2.0

/// The error thrown if the reader of standard output, such as `head`, is gone. The program then ends without a message.
public struct BrokenPipe: Error, Hashable {
    /// Creates the error, which has no further details.
    public init() {}
}
