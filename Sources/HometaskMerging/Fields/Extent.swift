// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The writes of a place that a new write replaces; all others remain as lower-ranked siblings.
enum Extent: Hashable {
    /// All writes: the writer has seen them.
    case everything
    /// The writes of the shown value: the writer typed over it.
    case shown
    /// The writes of one value, except events that the writer lists as open. The writer saw the value in a version that
    /// showed a different value.
    case value(JSON, sparing: Set<Dot>)
    /// No writes: the replaced value is not among them.
    case nothing
}
