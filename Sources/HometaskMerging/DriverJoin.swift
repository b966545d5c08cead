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

    /// The version that is in the way.
    public let side: Side
    /// What is the matter with it, in words that follow its name.
    public let reason: String

    /// The side and the reason: `theirs cannot be read: …`.
    public var description: String { "\(side) \(reason)" }
}

/// The join that git asks for when it merges, picks or reverts with the driver of the family's documents.
///
/// Two versions join without a base (`Document.join`). The base is only asked for a person's intent: where theirs has
/// seen nothing that the base has not, the person goes back (`git revert`, or a pick of an old version), and a plain
/// join would quietly keep what they take back. So what differs from the base to theirs is written again. Where it is
/// ours that has not, the branch may have gone back, or never have come so far (a pick onto an older one), and who was
/// never there took nothing away: so ours stays, with what differs from the base to theirs. A side that only took
/// something out of a set, a list or a text has seen nothing more either, since that is not an event; but it has all
/// that the base has, and joins as any other. And where a side's file was edited, its `seen` is not believed beyond the
/// base's, nor that of a base that was edited itself: what the other side holds of it stays.
///
///     base ──> … ──> ours          base ──> … ──> ours         ours ──> … ──> base ──> theirs
///       ╲                            ╲              ╲             ╲
///        ╲──> theirs                  before ┄┄┄> reissued ──> result  ┄┄┄> result
///        join(ours, theirs)          join(ours, base + what `before` shows)   ours + what `theirs` changes
public enum DriverJoin {
    /// The bytes of the joined document.
    ///
    /// - Parameters:
    ///   - base: the common ancestor's bytes; empty if there was none. A base that cannot be read is not asked.
    ///   - ours: the current branch's bytes.
    ///   - theirs: the other side's bytes.
    /// - Throws: ``DriverRefusal`` where a side cannot be read as a document, or the two are different documents.
    public static func join(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(DriverRefusal) -> [UInt8] {
        let ancestor = Ancestor(base)
        let (left, right) = (
            try version(ours, .ours, ancestor, other: theirs), try version(theirs, .theirs, ancestor, other: ours)
        )
        guard left.document.id == right.document.id else {
            let ids = "its id is \(right.document.id), not \(left.document.id)"
            throw DriverRefusal(side: .theirs, reason: "is another document: \(ids)")
        }
        if left.isBehind, let before = try? Document.object(from: base), let after = try? Document.object(from: theirs)
        {
            let author = author(theirs, ours, times: [left.document, right.document])
            return left.document.applyingEdit(from: before, to: after, by: author).encoded()
        }
        var joined = Document.join(left.filled(from: right, ancestor), right.filled(from: left, ancestor))
        if base.isEmpty, joined.isDeleted, !right.document.isDeleted,
            left.document.seen.covers(right.document.seen)
        {
            // The revert of a commit that removed the file: in its base there is none.
            joined.restore(by: author(theirs, ours, times: [joined]))
        }
        return joined.encoded()
    }

    /// What both sides began at.
    private struct Ancestor {
        /// Nil if there was none, or it cannot be read.
        let document: Document?
        /// Whether hometask wrote it.
        let isWhole: Bool

        init(_ bytes: [UInt8]) {
            document = try? Document(decoding: bytes)
            isWhole = document?.encoded() == bytes
        }
    }

    /// What a side means.
    private struct Version {
        let document: Document
        /// Whether hometask wrote it, and all that went before.
        let isWhole: Bool
        /// Whether it has seen less than the base, and nothing else.
        var isBehind = false

        /// The document with what it lacks by accident.
        func filled(from other: Version, _ ancestor: Ancestor) -> Document {
            if isWhole { return document }
            return document.filled(from: other.document, beyond: ancestor.document, isEdited: !ancestor.isWhole)
        }
    }

    private static func version(
        _ bytes: [UInt8], _ side: DriverRefusal.Side, _ ancestor: Ancestor, other: [UInt8]
    ) throws(DriverRefusal) -> Version {
        let document: Document
        let object: JSONObject
        do {
            object = try Document.object(from: bytes)
            document = try Document(decoding: bytes)
        } catch {
            throw DriverRefusal(side: side, reason: "cannot be read: \(error)")
        }
        guard let merge = object["~merge"] else {
            let edited = ancestor.document.flatMap { Self.applyingEdit(object, over: $0, bytes, other) }
            return Version(document: edited ?? document, isWhole: false)
        }
        guard VersionVector(merge["seen"]) != nil, merge["stamps"]?.objectValue != nil else {
            throw DriverRefusal(side: side, reason: "cannot be read: its “~merge” was changed by hand")
        }
        let isWhole = document.encoded() == bytes
        guard let base = ancestor.document, base.id == document.id, base != document,
            base.seen.covers(document.seen), Document.join(base, document) != document
        else {
            return Version(document: document, isWhole: isWhole)
        }
        if side == .ours { return Version(document: document, isWhole: isWhole, isBehind: true) }
        let returned = base.returned(to: document, by: author(bytes, other, times: [base, document]))
        return Version(document: returned, isWhole: isWhole && ancestor.isWhole)
    }

    /// A side from which somebody removed `~merge`: an edit of the base by hand.
    private static func applyingEdit(
        _ object: JSONObject, over base: Document, _ bytes: [UInt8], _ other: [UInt8]
    ) -> Document? {
        guard object["id"] == .string(base.id.description) else { return nil }
        var document = base
        let kind = base.kind
        document.applyHandEdit(
            object, rule: { FormatRules.rule(of: $0, kind: kind) }, by: author(bytes, other, times: [base]))
        return document
    }

    /// Named by both sides' bytes, so that the same revert made a second time is a new event, and two people who make
    /// the same merge write the same one.
    private static func author(_ bytes: [UInt8], _ other: [UInt8], times: [Document]) -> Author {
        Author(
            actor: .unvouched(bytes + other),
            time: times.map { $0.latestTime }.max() ?? Timestamp(seconds: 0))
    }
}

extension Document {
    /// This document with every field as an earlier version shows it, each difference a write of the author; and with
    /// the conflicts that were open there.
    fileprivate func returned(to earlier: Document, by author: Author) -> Document {
        var result = self
        for field in Set(fields.keys).union(earlier.fields.keys).sorted() where self[field] != earlier[field] {
            result.write(earlier[field], to: field, rule: rule(of: field, or: earlier), by: author)
        }
        result.reopenConflicts(listedIn: earlier.members, notIn: members, by: author)
        if isDeleted, !earlier.isDeleted { result.restore(by: author) }
        if !isDeleted, earlier.isDeleted { result.delete(by: author) }
        return result
    }

    /// The merge rule that the state itself names.
    private func rule(of field: FieldName, or other: Document) -> MergeRule {
        rule(of: field) ?? other.rule(of: field) ?? FormatRules.rule(of: field, kind: kind)
    }
}
