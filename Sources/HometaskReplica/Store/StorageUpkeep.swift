// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// Upkeep of a repository: keeping it small and fast, finding problems, and repairing them.
public protocol StorageUpkeep: Actor {
    /// Whether so much was written or received through this replica that ``upkeep()`` is due. The check is cheap.
    nonisolated func needsUpkeep() -> Bool

    /// Keeps the repository small and fast to read as it grows. With much work to do, upkeep takes seconds; during that
    /// time, this replica and other processes continue to read and write. It can be interrupted at any point.
    ///
    /// Upkeep is optional: if it is never called, writes occasionally do the most urgent work themselves, and then take
    /// longer.
    ///
    /// - Returns: the work that was done; nil if another process is doing it.
    nonisolated func upkeep() async throws -> UpkeepReport?

    /// Checks the repository and, on request, repairs what can be repaired without loss.
    func examine(repairs: Bool) throws -> [Finding]
}

/// The work that an upkeep of the repository did.
public struct UpkeepReport: Hashable, Sendable {
    /// The number of objects that were put into packs, or moved from small packs into a larger one.
    public var objects = 0
    /// The number of packs of photos that were combined.
    public var photoPacks = 0
    /// The number of files left by killed programs and removed.
    public var leftovers = 0

    /// Creates a report of an upkeep without any work.
    public init() {}
}
