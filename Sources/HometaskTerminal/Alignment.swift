// SPDX-License-Identifier: Apache-2.0

/// The alignment of text in a column.
public enum Alignment: Hashable, Sendable {
    /// Text on the left, spaces on the right.
    case left
    /// Text on the right, which suits numbers.
    case right
}
