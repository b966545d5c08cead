// SPDX-License-Identifier: Apache-2.0

/// Why a schema cannot be used.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem with the schema.
    public let description: String

    /// Creates an error from a description of the problem.
    public init(_ description: String) {
        self.description = description
    }
}
