// SPDX-License-Identifier: Apache-2.0

/// The commits that HEAD pointed to before its latest moves on this machine.
public struct HeadMoves: Hashable, Sendable {
    /// Identifies the latest move; pass it to ask for the moves after it. Nil if no move was recorded.
    public let mark: ObjectID?
    /// The earlier commits of HEAD, the latest first, each once.
    public let before: [ObjectID]
}
