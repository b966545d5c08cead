// SPDX-License-Identifier: Apache-2.0

/// How concurrent writes of one field become one value; given by the keyword `x-merge` in a schema.
public enum MergeRule: String, Hashable, Sendable, CaseIterable {
    /// A multi-value register: the greatest write is shown, the others are in `conflicts`.
    case register
    /// A register whose concurrent values do not conflict: the latest is shown.
    case latest
    /// A set of strings in which an addition wins over a concurrent removal.
    case set
    /// Items with fields, in an order that survives moves.
    case list
    /// Lines of text that merge one by one: only edits of the same line can conflict.
    case text
}
