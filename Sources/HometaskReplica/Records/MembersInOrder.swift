// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The members of an object, asked for in the byte order of their keys: each then costs a comparison or two, where a
/// search for every key that a record may have costs several, and most objects have few of them.
struct MembersInOrder {
    private var rest: Zip2Sequence<[ExactString], [JSON]>.Iterator
    private var next: JSONObject.Member?

    init(_ object: JSONObject) {
        rest = object.members.makeIterator()
        next = rest.next().map { (key: $0, value: $1) }
    }

    /// The value under a key, which must come after all that were asked for before.
    mutating func value(_ key: ExactString) -> JSON? {
        while let member = next, member.key <= key {
            next = rest.next().map { (key: $0, value: $1) }
            if member.key == key { return member.value }
        }
        return nil
    }

    mutating func text(_ key: ExactString) -> String? { value(key)?.stringValue }

    mutating func strings(_ key: ExactString) -> [String] { value(key)?.strings ?? [] }

    mutating func id(_ key: ExactString) -> DocumentID? { value(key)?.stringValue.flatMap { DocumentID($0) } }

    mutating func ids(_ key: ExactString) -> [DocumentID] {
        value(key)?.arrayValue?.compactMap { $0.stringValue.flatMap { DocumentID($0) } } ?? []
    }

    mutating func time(_ key: ExactString) -> Timestamp? { value(key)?.stringValue.flatMap { Timestamp(rfc3339: $0) } }
}
