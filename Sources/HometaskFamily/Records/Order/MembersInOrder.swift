// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// Members of an object that are read in the byte order of their keys. Each read then costs one or two comparisons
/// instead of a separate search for every possible key; most objects have only a few of the keys.
///
/// A value of the wrong type counts as absent, as it does when records are read from a ``JSONObject``.
protocol MembersInOrder {
    /// The value of a key. Keys must be requested in byte order.
    mutating func value(_ key: ExactString) -> JSON?
    mutating func text(_ key: ExactString) -> String?
    mutating func texts(_ key: ExactString) -> [String]
    mutating func id(_ key: ExactString) -> DocumentID?
    mutating func ids(_ key: ExactString) -> [DocumentID]
    mutating func time(_ key: ExactString) -> Timestamp?
    mutating func object(_ key: ExactString) -> Self?
}

extension MembersInOrder {
    mutating func due(_ key: ExactString) -> Due? {
        guard var members = object(key) else { return nil }
        return Due(at: members.time("at"), date: members.text("date"), zone: members.text("zone"))
    }
}

/// Members of a parsed object.
struct ParsedMembers: MembersInOrder {
    private var rest: Zip2Sequence<[ExactString], [JSON]>.Iterator
    private var next: (key: ExactString, value: JSON)?

    init(_ object: JSONObject) {
        rest = object.members.makeIterator()
        next = rest.next().map { (key: $0, value: $1) }
    }

    mutating func value(_ key: ExactString) -> JSON? {
        while let member = next, member.key <= key {
            next = rest.next().map { (key: $0, value: $1) }
            if member.key == key { return member.value }
        }
        return nil
    }

    mutating func text(_ key: ExactString) -> String? { value(key)?.stringValue }

    mutating func texts(_ key: ExactString) -> [String] { value(key)?.strings ?? [] }

    mutating func id(_ key: ExactString) -> DocumentID? { text(key).flatMap { DocumentID($0) } }

    mutating func ids(_ key: ExactString) -> [DocumentID] { texts(key).compactMap { DocumentID($0) } }

    mutating func time(_ key: ExactString) -> Timestamp? { text(key).flatMap { Timestamp(rfc3339: $0) } }

    mutating func object(_ key: ExactString) -> ParsedMembers? { value(key)?.objectValue.map { ParsedMembers($0) } }
}
