// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The external inputs of a write: the actor, the wall-clock time, and whether the write is weak.
public struct Author: Hashable, Sendable {
    /// The actor that makes the write.
    public let actor: ActorID
    /// The writer's wall clock.
    public let time: Timestamp
    /// Whether the writes are too minor to restore a deleted document.
    public let isWeak: Bool

    /// Creates an author. Unless its writes are weak, they restore a deleted document.
    public init(actor: ActorID, time: Timestamp, isWeak: Bool = false) {
        self.actor = actor
        self.time = time
        self.isWeak = isWeak
    }

    /// The same author with weak writes.
    public var weakly: Author { Author(actor: actor, time: time, isWeak: true) }
}
