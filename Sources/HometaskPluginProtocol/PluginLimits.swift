// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// How much a plugin may say and how long it may take. The host ends one that exceeds a limit.
public struct PluginLimits: Hashable, Sendable {
    /// The longest message, in bytes of its line, and how deeply it may nest.
    public static let message = JSONLimits(bytes: 8 << 20, depth: 80)
    /// How many documents the host sends at most in one answer to `documents/read`.
    public static let page = 1000
    /// The most bytes of documents in one such answer, unless a single document is larger.
    public static let pageBytes = 1 << 20
    /// The most changes that one request may propose.
    public static let changes = 250_000
    /// The most bytes of changes that one request may propose.
    public static let changeBytes = 512 << 20
    /// The most bytes that one request may write by `output`.
    public static let output = 1 << 30
    /// The most bytes of a plugin's log that are kept.
    public static let log = 1 << 20

    /// The most bytes of memory that each process of a plugin may have of its own.
    public static let memory = 2 << 30
    /// The most processes and threads that a plugin may have at once in a sandbox.
    public static let processes = 256
    /// The most files that each process of a plugin may have open.
    public static let openFiles = 4096
    /// The most bytes of one file that a plugin writes.
    public static let fileBytes = 1 << 30
    /// The most bytes that a plugin may keep in its folder, and the most files.
    public static let folderBytes = 1 << 30
    /// The most files and folders that a plugin may keep in its folder.
    public static let folderFiles = 10_000
    /// The most bytes in `/tmp` of a sandbox, which is in memory and goes with it.
    public static let temporaryBytes = 256 << 20
    /// The most bytes of memory that processes in a sandbox share by name (`/dev/shm`).
    public static let sharedBytes = 64 << 20

    /// How many lines for the log, and notifications that the host does not know, one conversation may have: more than
    /// a log keeps of one.
    public var notes = 10_000
    /// How often one conversation may ask for something, and how often tell of its progress: enough to read a hundred
    /// million documents a page at a time.
    public var requests = 100_000
    /// The maximum number of messages with output or changes in one conversation. Their size is limited separately.
    public var pieces = 10_000_000
    /// How long the host waits for the answer to `initialize`, in milliseconds.
    public var start = 5000
    /// How long a plugin may be silent while it works on a request, in milliseconds. Every message of it counts, so a
    /// long request shows that it is alive by telling of its progress.
    public var silence = 30_000
    /// The maximum time of a request, in milliseconds; nil for no limit as long as the plugin reports progress.
    public var whole: Int?
    /// How long a plugin may take to end once it was asked to, in milliseconds; it is killed then.
    public var end = 2000
    /// Whether one that takes longer to end has done something wrong, and is not only in the way.
    public var expectsEnd = true

    /// The limits of a request for which somebody waits at a terminal.
    public init() {}

    /// The limits of the hooks of one change, all of them together: 500 ms unless set otherwise.
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
