// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// An error reported by SQLite.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code.
    public let code: Int32
    /// The operation that failed.
    public let operation: String
    /// The reason, usually SQLite's own message.
    public let message: String

    /// Creates an error for an operation that failed.
    public init(code: Int32, operation: String, message: String) {
        self.code = code
        self.operation = operation
        self.message = message
    }

    /// Returns an error for a damaged database, or one with unexpected contents.
    public static func damaged(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, operation: "read", message: message)
    }

    /// The operation and SQLite's message.
    public var description: String { "SQLite could not \(operation): \(message) (\(code))" }
}
