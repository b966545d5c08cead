// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A connection to a database file.
///
/// A connection is not thread-safe: one thread creates, uses and closes it.
@safe
public final class Database {
    private let handle: OpaquePointer

    /// Opens a database, and creates it if it does not exist.
    ///
    /// If another connection is writing to the database, operations wait for up to two seconds.
    public init(at path: String) throws(SQLiteError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        let status = unsafe sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let handle = unsafe opened else {
            unsafe sqlite3_close_v2(opened)
            throw SQLiteError(code: status, operation: "open \(path)", message: Self.errorText(of: status))
        }
        unsafe self.handle = handle
        unsafe sqlite3_busy_timeout(handle, 2000)
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs statements that return nothing.
    public func execute(_ script: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(handle, script, nil, nil, nil), "run a statement")
    }

    /// Runs one statement that returns nothing.
    public func run(_ sql: SQL) throws(SQLiteError) {
        try prepare(sql.text).run(sql.arguments)
    }

    /// Returns all rows of a query, each as the closure reads it.
    public func rows<Value>(_ sql: SQL, _ read: (Row) throws -> Value) throws -> [Value] {
        try prepare(sql.text).rows(sql.arguments, read)
    }

    /// Calls a closure with each row of a query.
    public func forEachRow(_ sql: SQL, _ read: (Row) throws -> Void) throws {
        try prepare(sql.text).forEachRow(sql.arguments, read)
    }

    /// Returns the integer in the first column of a query's first row; nil if there is no row, or the value is null.
    public func integer(_ sql: SQL) throws -> Int64? {
        try rows(sql) { $0.integer(0) }.first ?? nil
    }

    /// The id of the row that was inserted last.
    public var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// The number of rows that the last statement inserted, changed or removed.
    public var changedRows: Int { unsafe Int(sqlite3_changes(handle)) }

    /// Runs a closure in a transaction, which is rolled back if the closure throws.
    ///
    /// - Parameter writes: whether the closure writes; then no other connection can write until the transaction ends.
    public func transaction<Result>(writes: Bool, _ body: () throws -> Result) throws -> Result {
        try execute(writes ? "begin immediate" : "begin")
        do {
            let result = try body()
            try execute("commit")
            return result
        } catch {
            try? execute("rollback")
            throw error
        }
    }

    /// Prepares a statement that can be run many times.
    public func prepare(_ text: String) throws(SQLiteError) -> Statement {
        var prepared: OpaquePointer?
        try check(unsafe sqlite3_prepare_v2(handle, text, -1, &prepared, nil), "understand ‘\(text)’")
        guard let statement = unsafe prepared else {
            throw SQLiteError(code: SQLITE_MISUSE, operation: "understand ‘\(text)’", message: "it is empty")
        }
        return unsafe Statement(statement, of: self)
    }

    func check(_ status: Int32, _ operation: @autoclosure () -> String) throws(SQLiteError) {
        if status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW { return }
        let message = unsafe sqlite3_errmsg(handle).map { unsafe String(cString: $0) }
        throw SQLiteError(code: status, operation: operation(), message: message ?? Self.errorText(of: status))
    }

    private static func errorText(of status: Int32) -> String {
        unsafe sqlite3_errstr(status).map { unsafe String(cString: $0) } ?? "it does not say why"
    }
}
