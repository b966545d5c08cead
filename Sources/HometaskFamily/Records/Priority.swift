// SPDX-License-Identifier: Apache-2.0

/// The priority of a task. Lists show tasks without a priority last.
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

    /// A more urgent priority comes first.
    public static func < (left: Priority, right: Priority) -> Bool { left.rank < right.rank }
}
