// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Why the merge driver leaves a file to the person at the keyboard.
public struct DriverRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of the three versions that git hands a merge driver.
    public enum Side: String, Hashable, Sendable {
        /// `%A`, the version of the current branch.
        case ours
        /// `%B`, the version that is merged, picked or reverted to.
        case theirs
    }

    /// The version that stands in the way.
    public let side: Side
    /// What is the matter with it, in words that follow its name.
    public let reason: String

    /// The side and the reason: `theirs cannot be read: …`.
    public var description: String { "\(side) \(reason)" }
}

/// The join that git asks for when it merges, picks or reverts with the driver of the family's documents.
///
/// Two versions join without a base (`Document.join`). The base is only asked for a person's intent: where a side has
/// seen nothing that the base has not, the person goes back (`git revert`, or a pick of an old version), and a plain
/// join would quietly keep what they take back. So what differs from the base to that side is written anew. And where a
/// side's file was edited, its `seen` is not believed beyond the base's: what the other side holds of it stays.
///
///     base ──> … ──> ours          base ──> … ──> ours
///       ╲                            ╲              ╲
///        ╲──> theirs                  before ┄┄┄> reissued ──> result
///        join(ours, theirs)          join(ours, base + what `before` shows)
public enum DriverJoin {
    /// The bytes of the joined document.
    ///
    /// - Parameters:
    ///   - base: the common ancestor's bytes; empty where there was none. A base that cannot be read is not asked.
    ///   - ours: the current branch's bytes.
    ///   - theirs: the other side's bytes.
    /// - Throws: ``DriverRefusal`` where a side cannot be read as a document, or the two are different documents.
    public static func join(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(DriverRefusal) -> [UInt8] {
        let ancestor = try? Document(decoding: base)
        let left = try document(ours, .ours, base: ancestor, other: theirs)
        let right = try document(theirs, .theirs, base: ancestor, other: ours)
        guard left.id == right.id else {
            throw DriverRefusal(side: .theirs, reason: "is another document: its id is \(right.id), not \(left.id)")
        }
        var joined = Document.join(
            filled(left, ours, from: right, beyond: ancestor), filled(right, theirs, from: left, beyond: ancestor))
        if base.isEmpty, joined.isDeleted, !right.isDeleted, left.seen.covers(right.seen) {
            // The revert of a commit that removed the file: in its base there is none.
            joined.restore(by: author(theirs, ours, times: [joined]))
        }
        return joined.encoded()
    }

    /// A side with what a file that was edited lacks; one that hometask wrote is whole.
    private static func filled(
        _ side: Document, _ bytes: [UInt8], from other: Document, beyond base: Document?
    ) -> Document {
        Document.isCanonical(bytes) ? side : side.filled(from: other, beyond: base)
    }

    private static func document(
        _ bytes: [UInt8], _ side: DriverRefusal.Side, base: Document?, other: [UInt8]
    ) throws(DriverRefusal) -> Document {
        let document: Document
        let object: JSONObject
        do {
            object = try Document.object(from: bytes)
            document = try Document(decoding: bytes)
        } catch {
            throw DriverRefusal(side: side, reason: "cannot be read: \(error)")
        }
        guard let merge = object["~merge"] else {
            return base.flatMap { retyped(object, over: $0, bytes, other) } ?? document
        }
        guard VersionVector(merge["seen"]) != nil, merge["stamps"]?.objectValue != nil else {
            throw DriverRefusal(side: side, reason: "cannot be read: its “~merge” was changed by hand")
        }
        guard let base, base.id == document.id, base != document, base.seen.covers(document.seen) else {
            return document
        }
        return base.returned(to: document, by: author(bytes, other, times: [base, document]))
    }

    /// A side from which somebody removed `~merge`: an edit of the base by hand.
    private static func retyped(
        _ object: JSONObject, over base: Document, _ bytes: [UInt8], _ other: [UInt8]
    ) -> Document? {
        guard object["id"] == .string(base.id.description) else { return nil }
        var document = base
        let kind = base.kind
        document.adopt(
            object, rule: { FormatRules.rule(of: $0, kind: kind) }, by: author(bytes, other, times: [base]))
        return document
    }

    /// Named by both sides' bytes, so that the same revert made a second time is a new event, and two people who make
    /// the same merge write the same one.
    private static func author(_ bytes: [UInt8], _ other: [UInt8], times: [Document]) -> Author {
        Author(
            actor: .unvouched(bytes + other),
            time: times.map(\.latestTime).max() ?? Timestamp(seconds: 0))
    }
}

extension Document {
    /// This document with every field as an earlier version shows it, each difference a write of the author.
    fileprivate func returned(to earlier: Document, by author: Author) -> Document {
        var result = self
        for field in Set(fields.keys).union(earlier.fields.keys).sorted() where self[field] != earlier[field] {
            result.write(earlier[field], to: field, rule: rule(of: field, or: earlier), by: author)
        }
        if isDeleted, !earlier.isDeleted { result.restore(by: author) }
        if !isDeleted, earlier.isDeleted { result.delete(by: author) }
        return result
    }

    /// The rule that the state itself speaks of.
    private func rule(of field: FieldName, or other: Document) -> MergeRule {
        rule(of: field) ?? other.rule(of: field) ?? FormatRules.rule(of: field, kind: kind)
    }
}
