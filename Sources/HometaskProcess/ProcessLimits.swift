// SPDX-License-Identifier: Apache-2.0

/// The limits of each process of a program (setrlimit(2)). If this process has a stricter limit, that one stays.
public struct ProcessLimits: Hashable, Sendable {
    /// The maximum size of its private memory in bytes (`RLIMIT_DATA`).
    public var memory: Int
    /// The maximum size in bytes of a file that it writes (`RLIMIT_FSIZE`).
    public var fileBytes: Int
    /// The maximum number of files that it has open at once (`RLIMIT_NOFILE`).
    public var openFiles: Int

    /// Creates limits. A program with limits leaves no core dump.
    public init(memory: Int, fileBytes: Int, openFiles: Int) {
        self.memory = memory
        self.fileBytes = fileBytes
        self.openFiles = openFiles
    }
}
