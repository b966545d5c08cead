// SPDX-License-Identifier: Apache-2.0

/// What each process of a program may have (setrlimit(2)). What a limit of this process allows less of stays at that.
public struct ProcessLimits: Hashable, Sendable {
    /// The most bytes of memory of its own (`RLIMIT_DATA`).
    public var memory: Int
    /// The most bytes of one file that it writes (`RLIMIT_FSIZE`).
    public var fileBytes: Int
    /// The most files that it has open at once (`RLIMIT_NOFILE`).
    public var openFiles: Int

    /// Limits. A program that has any leaves no dump of its memory behind.
    public init(memory: Int, fileBytes: Int, openFiles: Int) {
        self.memory = memory
        self.fileBytes = fileBytes
        self.openFiles = openFiles
    }
}
