// SPDX-License-Identifier: Apache-2.0

/// Why a schema cannot be used.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public let description: String

    /// Creates an error from a text that says what is wrong with the schema.
    public init(_ description: String) {
        self.description = description
    }
}
