// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The limits on a plugin's output, time and resources. The host ends a plugin that exceeds one.
public struct PluginLimits: Hashable, Sendable {
    /// The maximum size of a message, in bytes of its line, and its maximum nesting depth.
    public static let message = JSONLimits(bytes: 8 << 20, depth: 80)
    /// The maximum number of documents in one answer to `documents/read`.
    public static let page = 1000
    /// The maximum number of bytes of documents in one such answer, unless a single document is larger.
    public static let pageBytes = 1 << 20
    /// The maximum number of changes that one request may propose.
    public static let changes = 250_000
    /// The maximum number of bytes of changes that one request may propose.
    public static let changeBytes = 512 << 20
    /// The maximum number of bytes that one request may write by `output`.
    public static let output = 1 << 30
    /// The maximum number of bytes kept of a plugin's log.
    public static let log = 1 << 20

    /// The maximum number of bytes of private memory of each process of a plugin.
    public static let memory = 2 << 30
    /// The maximum number of simultaneous processes and threads of a plugin in a sandbox.
    public static let processes = 256
    /// The maximum number of open files of each process of a plugin.
    public static let openFiles = 4096
    /// The maximum size of one file that a plugin writes, in bytes.
    public static let fileBytes = 1 << 30
    /// The maximum total size of a plugin's folder, in bytes.
    public static let folderBytes = 1 << 30
    /// The maximum number of files and folders in a plugin's folder.
    public static let folderFiles = 10_000
    /// The maximum number of bytes in a sandbox's `/tmp`, which is in memory and is discarded with the sandbox.
    public static let temporaryBytes = 256 << 20
    /// The maximum number of bytes of named shared memory (`/dev/shm`) in a sandbox.
    public static let sharedBytes = 64 << 20

    /// The maximum number of log lines and unknown notifications in one conversation; more than the log keeps.
    public var notes = 10_000
    /// The maximum number of requests, and of progress reports, in one conversation: enough to read a hundred million
    /// documents a page at a time.
    public var requests = 100_000
    /// The maximum number of messages with output or changes in one conversation. Their size is limited separately.
    public var pieces = 10_000_000
    /// The timeout for the answer to `initialize`, in milliseconds.
    public var start = 5000
    /// The silence timeout of a plugin that works on a request, in milliseconds. Any message resets the timeout, so
    /// progress reports keep a long request alive.
    public var silence = 30_000
    /// The maximum duration of a request, in milliseconds; nil for no limit as long as the plugin reports progress.
    public var whole: Int?
    /// The timeout for a plugin to exit once asked to, in milliseconds, after which it is killed.
    public var end = 2000
    /// Whether exceeding ``end`` counts as a fault of the plugin.
    public var expectsEnd = true

    /// The limits of a request whose result a user awaits at a terminal.
    public init() {}

    /// Returns the shared limits of all hooks of one change: 500 ms unless set otherwise.
    public static func hook(milliseconds: Int = 500) -> PluginLimits {
        var limits = PluginLimits()
        limits.start = milliseconds
        limits.silence = milliseconds
        limits.whole = milliseconds
        limits.end = 50
        limits.expectsEnd = false
        return limits
    }
}
