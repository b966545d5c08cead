// SPDX-License-Identifier: Apache-2.0

/// What the upkeep of a repository did.
public struct UpkeepReport: Hashable, Sendable {
    /// How many objects were put into packs, or moved from small packs into a larger one.
    public var objects = 0
    /// How many packs of photos were put together.
    public var photoPacks = 0
    /// How many files were removed that killed programs had left.
    public var leftovers = 0

    /// Creates a report of an upkeep that found nothing to do.
    public init() {}
}
