// SPDX-License-Identifier: Apache-2.0

/// How pressing a task is. Lists put tasks without one behind those that have one.
public enum Priority: String, Hashable, Comparable, Sendable, CaseIterable {
    /// To be done before everything else.
    case high
    /// To be done soon, after what is ``high``.
    case medium
    /// When there is time.
    case low

    private var rank: Int {
        switch self {
        case .high: 0
        case .medium: 1
        case .low: 2
        }
    }

    /// The more pressing comes first.
    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}
