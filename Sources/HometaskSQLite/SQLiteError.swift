// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// SQLite could not do what was asked.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite's extended result code.
    public let code: Int32
    /// What was being done.
    public let operation: String
    /// What SQLite says of it.
    public let message: String

    /// Creates an error from what SQLite reported of an operation.
    public init(code: Int32, operation: String, message: String) {
        self.code = code
        self.operation = operation
        self.message = message
    }

    /// The database is damaged, or holds something else than it should.
    public static func damaged(_ message: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, operation: "read", message: message)
    }

    /// What was done, and what SQLite says.
    public var description: String { "SQLite could not \(operation): \(message) (\(code))" }
}
