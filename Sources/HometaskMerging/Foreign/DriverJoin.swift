// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The reason why the merge driver could not merge a file and leaves it to the user.
public struct DriverRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of the three versions that git hands a merge driver.
    public enum Side: String, Hashable, Sendable {
        /// `%A`, the version of the current branch.
        case ours
        /// `%B`, the version that is being merged, cherry-picked or reverted to.
        case theirs
    }

    /// The version that caused the refusal.
    public let side: Side
    /// The problem with the version, worded to follow the side's name.
    public let reason: String

    /// The side and the reason: `theirs cannot be read: …`.
    public var description: String { "\(side) \(reason)" }
}

/// The join that git requests through the merge driver for the family's documents, in a merge, a cherry-pick or a
/// revert.
///
/// By default the two versions are joined without a base (`Document.join`). The base only shows what a person intended:
///
/// - **Theirs has seen no event beyond the base.** The person goes back to an older version (`git revert`, or a
///   cherry-pick of an old version). A plain join would silently keep what the person takes back. The differences from
///   the base to theirs are therefore written again, as new events.
/// - **Ours has seen no event beyond the base.** The branch may have gone back, or may never have reached the base (a
///   cherry-pick onto an older branch). A branch that never had the base's changes did not remove them. Ours therefore
///   stays, with the differences from the base to theirs applied.
/// - **A side only removed something from a set, a list or a text.** A removal is not an event, so this side has not
///   seen more than the base either. It still contains everything that the base has seen, and is joined by default.
/// - **A side's file was edited without hometask.** Its `seen` is trusted only up to the base's `seen`. If the base was
///   edited too, the base's `seen` is not trusted either. Values of the other side that only such a `seen` covers stay.
///
///     base ──> … ──> ours          base ──> … ──> ours         ours ──> … ──> base ──> theirs
///       ╲                            ╲              ╲             ╲
///        ╲──> theirs                  before ┄┄┄> reissued ──> result  ┄┄┄> result
///        join(ours, theirs)          join(ours, base + what `before` shows)   ours + what `theirs` changes
public enum DriverJoin {
    /// Joins both sides and returns the bytes of the joined document.
    ///
    /// - Parameters:
    ///   - base: the common ancestor's bytes; empty if there was none. A base that cannot be read is ignored.
    ///   - ours: the current branch's bytes.
    ///   - theirs: the other side's bytes.
    /// - Throws: ``DriverRefusal`` if a side cannot be read as a document, or if the two sides are different documents.
    public static func join(base: [UInt8], ours: [UInt8], theirs: [UInt8]) throws(DriverRefusal) -> [UInt8] {
        let ancestor = Ancestor(base)
        let (left, right) = (
            try version(ours, .ours, ancestor: ancestor, other: theirs),
            try version(theirs, .theirs, ancestor: ancestor, other: ours)
        )
        guard left.document.id == right.document.id else {
            let ids = "its id is \(right.document.id), not \(left.document.id)"
            throw DriverRefusal(side: .theirs, reason: "is another document: \(ids)")
        }
        if left.isBehind, let before = try? DocumentFile(reading: base), let after = try? DocumentFile(reading: theirs)
        {
            let author = author(theirs, ours, times: [left.document, right.document])
            return FileEdit(old: before, new: after, author: author).applied(to: left.document).encoded()
        }
        var joined = Document.join(left.filled(from: right, ancestor), right.filled(from: left, ancestor))
        if base.isEmpty, joined.isDeleted, !right.document.isDeleted,
            left.document.seen.covers(right.document.seen)
        {
            // The commit being reverted removed the file, so the revert's base has no file.
            joined.restore(by: author(theirs, ours, times: [joined]))
        }
        return joined.encoded()
    }

    /// The common ancestor of both sides.
    private struct Ancestor {
        /// The ancestor; nil if there was none, or it cannot be read.
        let document: Document?
        /// Whether hometask wrote the ancestor's file.
        let isWhole: Bool

        init(_ bytes: [UInt8]) {
            document = try? Document(decoding: bytes)
            isWhole = document?.encoded() == bytes
        }
    }

    /// The document of one side.
    private struct Version {
        let document: Document
        /// Whether hometask wrote this version and, where its differences from the base are reissued, the base.
        let isWhole: Bool
        /// Whether the version has seen less than the base, and nothing that the base has not seen.
        var isBehind = false

        /// Returns the document with the values that it lost by accident.
        func filled(from other: Version, _ ancestor: Ancestor) -> Document {
            if isWhole { return document }
            return LostValues(base: ancestor.document, isBaseEdited: !ancestor.isWhole)
                .restored(to: document, from: other.document)
        }
    }

    private static func version(
        _ bytes: [UInt8], _ side: DriverRefusal.Side, ancestor: Ancestor, other: [UInt8]
    ) throws(DriverRefusal) -> Version {
        let document: Document
        let file: DocumentFile
        do {
            file = try DocumentFile(reading: bytes)
            document = try Document(decoding: bytes)
        } catch {
            throw DriverRefusal(side: side, reason: "cannot be read: \(error)")
        }
        guard let merge = file.members["~merge"] else {
            let edited = ancestor.document.flatMap { Self.edited($0, as: file, bytes: bytes, other: other) }
            return Version(document: edited ?? document, isWhole: false)
        }
        guard file.seen != nil, merge["stamps"]?.objectValue != nil else {
            throw DriverRefusal(side: side, reason: "cannot be read: its “~merge” was changed by hand")
        }
        let isWhole = document.encoded() == bytes
        guard let base = ancestor.document, base.id == document.id, base != document,
            base.seen.covers(document.seen), Document.join(base, document) != document
        else {
            return Version(document: document, isWhole: isWhole)
        }
        if side == .ours { return Version(document: document, isWhole: isWhole, isBehind: true) }
        let returned = returned(base, to: document, by: author(bytes, other, times: [base, document]))
        return Version(document: returned, isWhole: isWhole && ancestor.isWhole)
    }

    /// The document of a side whose `~merge` was removed: the base with the side's differences as hand edits.
    private static func edited(
        _ base: Document, as file: DocumentFile, bytes: [UInt8], other: [UInt8]
    ) -> Document? {
        guard file.members["id"] == .string(base.id.description) else { return nil }
        var document = base
        let kind = base.kind
        let edit = TypedEdit(file: file, author: author(bytes, other, times: [base]))
        _ = edit.apply(to: &document) { FormatRules.rule(of: $0, kind: kind) }
        return document
    }

    /// The author is named by both sides' bytes. A revert that is made a second time is therefore a new event, and two
    /// people who make the same merge write the same event.
    private static func author(_ bytes: [UInt8], _ other: [UInt8], times: [Document]) -> Author {
        Author(
            actor: .unvouched(bytes + other),
            time: times.map { $0.latestTime }.max() ?? Timestamp(seconds: 0))
    }
    /// A document with every field as an earlier version shows it, and with the conflicts that were open in that
    /// version. Each difference is a write of the author.
    private static func returned(_ document: Document, to earlier: Document, by author: Author) -> Document {
        var result = document
        for field in Set(document.fields.keys).union(earlier.fields.keys).sorted()
        where document[field] != earlier[field] {
            let rule =
                document.rule(of: field) ?? earlier.rule(of: field) ?? FormatRules.rule(of: field, kind: document.kind)
            result.writeValue(earlier[field], to: field, rule: rule, by: author)
        }
        ConflictReopening(file: DocumentFile(of: earlier), old: DocumentFile(of: document), author: author)
            .apply(to: &result)
        if document.isDeleted, !earlier.isDeleted { result.restore(by: author) }
        if !document.isDeleted, earlier.isDeleted { result.delete(by: author) }
        return result
    }
}
