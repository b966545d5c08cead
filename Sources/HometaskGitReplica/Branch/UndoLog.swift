// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskReplica

/// The file in which this device records its commands for `undo` and `redo`.
struct UndoLog {
    private let local: LocalFiles
    private let lock: ProcessLock

    /// - Parameter lock: held while the log is changed.
    init(_ local: LocalFiles, lock: ProcessLock) {
        self.local = local
        self.lock = lock
    }

    /// Reads the recorded commands.
    func read() throws -> CommandLog { CommandLog(try local.read(CommandLog.localName)) }

    /// Reads, changes and replaces the log under the lock.
    func updateLog(_ change: (inout CommandLog) throws -> Void) throws {
        try lock.withLock {
            var log = try read()
            try change(&log)
            try local.replaceFile(CommandLog.localName, log.bytes)
        }
    }

    /// Records a command, an undo or a redo, before the branch moves to its commit.
    func append(_ entry: CommandLog.Entry) throws {
        let length = try local.append(CommandLog.localName, entry.line)
        guard length > CommandLog.lengthLimit else { return }
        try local.replaceFile(CommandLog.localName, read().bytes)
    }
}
