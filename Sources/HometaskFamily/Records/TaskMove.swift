// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A new place of a task in the manual order.
public enum TaskMove: Hashable, Sendable {
    /// The top: before every other task that is not in the trash.
    case toTop
    /// The bottom: after every other task that is not in the trash.
    case toBottom
    /// Right before another task.
    case before(DocumentID)
    /// Right after another task.
    case after(DocumentID)
}
