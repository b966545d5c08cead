// SPDX-License-Identifier: Apache-2.0

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
