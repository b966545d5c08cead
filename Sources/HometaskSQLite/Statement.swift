// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A prepared statement, which can be run many times.
@safe
public final class Statement {
    private let handle: OpaquePointer
    /// The connection, which must stay open as long as the statement exists.
    private let database: Database

    @unsafe
    init(_ handle: OpaquePointer, of database: Database) {
        unsafe self.handle = handle
        self.database = database
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement with the values of its question marks.
    public func run(_ arguments: [SQLValue] = []) throws(SQLiteError) {
        defer { unsafe sqlite3_reset(handle) }
        try bind(arguments)
        try database.check(unsafe sqlite3_step(handle), "run a statement")
    }

    /// Returns the rows of the result, each as the closure reads it.
    public func rows<Value>(_ arguments: [SQLValue] = [], _ read: (Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(arguments) { values.append(try read($0)) }
        return values
    }

    /// Calls a closure with each row of the result.
    public func forEachRow(_ arguments: [SQLValue] = [], _ read: (Row) throws -> Void) throws {
        defer { unsafe sqlite3_reset(handle) }
        try bind(arguments)
        while true {
            let status = unsafe sqlite3_step(handle)
            if status == SQLITE_DONE { return }
            try database.check(status, "read a row")
            try read(unsafe Row(handle))
        }
    }

    private func bind(_ arguments: [SQLValue]) throws(SQLiteError) {
        var place: Int32 = 0
        for argument in arguments {
            place += 1
            let status =
                switch argument {
                case .null: unsafe sqlite3_bind_null(handle, place)
                case .integer(let value): unsafe sqlite3_bind_int64(handle, place, value)
                case .text(let text): bind(text, at: place)
                }
            try database.check(status, "take the value \(place)")
        }
    }

    private func bind(_ text: String, at place: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty text may have no address, which SQLite would interpret as NULL.
                guard let start = characters.baseAddress else {
                    return unsafe hometask_bind_text(handle, place, "", 0)
                }
                return unsafe hometask_bind_text(handle, place, start, UInt64(characters.count))
            }
        }
    }
}

/// A row of a result. It is only valid inside the closure that receives it.
@safe
public struct Row {
    private let statement: OpaquePointer

    @unsafe
    init(_ statement: OpaquePointer) { unsafe self.statement = statement }

    /// Returns an integer; nil if the column is null.
    public func integer(_ column: Int32) -> Int64? {
        guard unsafe sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
        return unsafe sqlite3_column_int64(statement, column)
    }

    /// Returns a text; empty if the column is null.
    public func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    /// Returns the bytes of a text; none if the column is null.
    public func bytes(_ column: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        append(column, to: &bytes)
        return bytes
    }

    /// Appends the bytes of a text; none if the column is null.
    public func append(_ column: Int32, to bytes: inout [UInt8]) {
        guard let start = unsafe sqlite3_column_text(statement, column) else { return }
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }
}
