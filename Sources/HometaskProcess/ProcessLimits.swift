// SPDX-License-Identifier: Apache-2.0

/// The limits of each process of a program (setrlimit(2)). Stricter limits of this process remain in effect.
public struct ProcessLimits: Hashable, Sendable {
    /// The maximum size of the private memory in bytes (`RLIMIT_DATA`).
    public var memory: Int
    /// The maximum size in bytes of a written file (`RLIMIT_FSIZE`).
    public var fileBytes: Int
    /// The maximum number of open files (`RLIMIT_NOFILE`).
    public var openFiles: Int

    /// Creates limits. A program with limits leaves no core dump.
    public init(memory: Int, fileBytes: Int, openFiles: Int) {
        self.memory = memory
        self.fileBytes = fileBytes
        self.openFiles = openFiles
    }
}
