// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A part of a set, a text or a list, with the writes that it holds.
public struct FieldPart: Hashable, Sendable {
    /// The kind of a part, and its identity in the field.
    public enum Place: Hashable, Sendable {
        /// An element of a set.
        case element(String)
        /// A line of a text, by the value shown.
        case line(String)
        /// The presence of an item of a list, by its id.
        case item(String)
        /// The position of a list's item, by its id.
        case position(String)
        /// A member of an item of a list.
        case member(Conflict.ItemMember)
    }

    /// The kind of the part, with its value, id or name.
    public let place: Place
    /// Its writes, greatest first; never empty.
    public let writes: [Write]
}
