// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// Decides about one document of a request: merge it, merge only the permitted changes, or refuse it.
///
/// The events of a document are merged if
/// - its encoding is canonical, and its id and kind match its path;
/// - it is a possible successor of the phone's base version, with new events by the phone's own actor only
///   (``Document/isPossibleSuccessor(of:by:)``): otherwise it could hide other actors' values;
/// - it does not reuse the name of an event that the family already has from this actor with another meaning.
///
/// Before the merge, each field with a forbidden change reverts to the phone's base version, whether the change is
/// visible, hidden by another actor's value, or visible only in the merged document. All other fields keep every write,
/// shown or not. An event dated in the future gets the server's time, because in some fields the latest value wins.
///
/// Otherwise the visible, permitted changes are written as an edit of the base version, by an actor derived from the
/// bytes. This is idempotent: the same request always yields the same events.
///
/// Unless the document was merged unchanged, the family lacks some of the phone's events, or has different events with
/// the same names, so the phone must write as a new actor from then on.
struct DocumentAdmission {
    /// The document, and the phone's base version.
    let read: ReadDocument
    /// The base version if the phone had none: the next occurrence, derived from the phone's copy of the preceding
    /// task; nil for other documents.
    let derived: Document?
    let account: PhoneAccount
    /// The actor that the phone wrote as.
    let actor: ActorID
    let rights: PhoneRights
    /// The server's time, against which new events are checked.
    let now: Timestamp

    private var sent: ExchangeRequest.SentDocument { read.sent }
    private var base: Document? { read.base }

    /// The tolerated lead of a phone's clock, in seconds.
    static let tolerance: Int64 = 300

    /// The outcome for one document.
    struct Outcome: Sendable {
        var refused: [Refusal] = []
        /// Whether the document was merged unchanged, so that the family has all of the phone's events in it.
        var isJoined = false
        /// Whether the family received new events from the phone.
        var hasNews = false
    }

    /// Decides, and changes the family's document in a transaction. An error that concerns only this document, such as
    /// an invalid value or a damaged file, becomes a refusal and does not block the request's other documents.
    func admit(in transaction: Transaction) throws -> Outcome {
        do {
            return try transaction.allOrNothing { try decide(in: transaction) }
        } catch let error as ReplicaError where [.invalidValue, .unreadableDocument].contains(error.code) {
            return refusal(error.message)
        }
    }

    private func decide(in transaction: Transaction) throws -> Outcome {
        let standing = try transaction.document(at: sent.path)
        guard let typed = read.typed else { return refusal("this is not a document") }
        if let excess = read.excess { return refusal(excess) }
        let document = read.document
        if let document, isDerivedAlone(document) { return Outcome(isJoined: true) }
        let base = base ?? start(of: document, besides: standing)
        guard isPlace(of: typed, base ?? standing) else { return refusal("the document does not belong at its path") }
        if let document, let outcome = try admitEvents(of: document, since: base, besides: standing, in: transaction) {
            return outcome
        }
        return try admitVisible(typed, of: document, since: base, besides: standing, in: transaction)
    }

    /// Returns whether a document is a derived next occurrence without edits. Such a document is skipped, because the
    /// family derives its own.
    private func isDerivedAlone(_ document: Document) -> Bool { base == nil && Series.isUntouched(document) }

    /// Returns the base version if the request has none: a next occurrence that the family and the phone derived
    /// independently from the same task.
    private func start(of document: Document?, besides standing: Document?) -> Document? {
        guard let standing else { return nil }
        if let document, let derived, document.isPossibleSuccessor(of: derived, by: actor) { return derived }
        return standing.seen.actors.allSatisfy(\.isFollowing) ? standing : nil
    }

    // MARK: Events

    /// Merges the permitted events of a document.
    ///
    /// - Returns: the outcome; nil, with nothing changed, if the events cannot be trusted.
    private func admitEvents(
        of document: Document, since base: Document?, besides standing: Document?, in transaction: Transaction
    ) throws -> Outcome? {
        let base = base ?? Document(id: document.id, kind: document.kind)
        guard document.isPossibleSuccessor(of: base, by: actor) else { return nil }
        // A removal without an event, as made by earlier versions of the page.
        if document != base, document.seen == base.seen, Series.isUntouched(document) { return nil }
        let latest = Timestamp(seconds: now.seconds + Self.tolerance)
        let timed = document.limitingTimes(
            of: actor, after: base.seen[actor], to: latest, as: now, known: standing)
        let (allowed, refused) = withoutRefused(timed, since: base, besides: standing)
        if !refused.isEmpty, allowed.holdsTheSame(as: base) { return Outcome(refused: refused) }
        // The family has events by this actor beyond the base version: the request is a retry, or the phone's storage
        // is a copy. In both cases the merge must be a no-op.
        if let standing, standing.seen[actor] > base.seen[actor], Document.join(standing, allowed) != standing {
            return nil
        }
        let hasNews = try transaction.received.join(allowed, at: sent.path)
        return Outcome(refused: refused, isJoined: allowed == document, hasNews: hasNews)
    }

    /// Reverts the fields whose changes the member may not make.
    private func withoutRefused(
        _ document: Document, since base: Document, besides standing: Document?
    ) -> (allowed: Document, refused: [Refusal]) {
        var (allowed, refused) = (document, [Refusal]())
        // The right to change one field may depend on another field: removing a verdict requires a new completion.
        while true {
            let new = objections(to: allowed, since: base, besides: standing)
            let fields = Set(new.compactMap(\.field)).subtracting(refused.compactMap(\.field))
            if fields.isEmpty { return (allowed, refused) }
            refused += new.filter { $0.field.map(fields.contains) ?? false }
            allowed = allowed.restoring(fields, from: base)
        }
    }

    /// Returns the refused changes: to visible values, to values hidden by other actors, and to the family's merged
    /// values.
    private func objections(to document: Document, since base: Document, besides standing: Document?) -> [Refusal] {
        let before = self.base == nil && base.seen.isEmpty ? nil : base.shown
        var refused = objections(
            to: document.shown, writing: document.fieldsWritten(since: base), from: before, besides: standing?.shown)
        if document.isContested {
            let known = Set(refused.map(\.field))
            let meant = document.replacing(withWritesOf: actor, since: base).shown
            refused += objections(to: meant, from: before, besides: standing?.shown)
                .filter { !known.contains($0.field) }
        }
        return refused.isEmpty ? [lostVerdict(by: document, besides: standing)].compactMap(\.self) : refused
    }

    // MARK: Visible changes

    /// Writes the visible, permitted changes as an edit of the base version.
    private func admitVisible(
        _ typed: JSONObject, of document: Document?, since base: Document?, besides standing: Document?,
        in transaction: Transaction
    ) throws -> Outcome {
        var refused = objections(
            to: document?.shown ?? typed, from: base?.shown, besides: standing?.shown)
        func allowed() -> Document? {
            edit(
                Self.without(refused, typed, since: base), by: document, onto: base, besides: standing, in: transaction)
        }
        var edited = allowed()
        if let lost = edited.flatMap({ lostVerdict(by: $0, besides: standing) }) {
            refused.append(lost)
            edited = allowed()
        }
        if let edited { try transaction.received.join(edited, at: sent.path) }
        return Outcome(refused: refused)
    }

    private func refusal(_ why: String) -> Outcome {
        Outcome(refused: [Refusal(path: sent.path, field: nil, why: why)])
    }

    private func isPlace(of members: JSONObject, _ known: Document?) -> Bool {
        guard let id = members["id"]?.stringValue.flatMap({ DocumentID($0) }),
            members["kind"] == .string(sent.path.kind.rawValue)
        else { return false }
        return id == (sent.path.id ?? known?.id)
    }

    // MARK: Rights

    private func objections(
        to typed: JSONObject, writing written: Set<FieldName> = [], from before: JSONObject?,
        besides standing: JSONObject?
    ) -> [Refusal] {
        let visible = Self.changes(from: before, to: typed)
        return written.filter { $0.plugin == nil }.union(visible).sorted().compactMap { field in
            rights.refusal(
                of: .init(
                    field: field, path: sent.path, before: before, new: typed[field.key.string], typed: typed,
                    standing: standing, completions: base?.completions ?? []))
        }
    }

    /// Returns the refusal if merging a version would remove a verdict without the right to do so. The merge selects
    /// the shown values by time, so a version with a new completion need not complete the family's task.
    private func lostVerdict(by version: Document, besides standing: Document?) -> Refusal? {
        // Only a child can lack the right, so adults are spared a second merge.
        guard let standing, rights.member.isChild, standing["verdict"] != nil else { return nil }
        return rights.refusalOfLostVerdict(
            at: sent.path, from: standing.shown, to: Document.join(standing, version).shown)
    }

    /// Returns the names of the members that differ, in byte order; all plugin values count as one member.
    static func changes(from before: JSONObject?, to shown: JSONObject) -> [FieldName] {
        let names = Set(shown.keys).union(before?.keys ?? []).subtracting(["id", "kind", "conflicts", "~merge"])
        return names.filter { before?[$0] != shown[$0] }.map { FieldName($0) }.sorted()
    }

    /// Returns the members with the refused ones restored to their earlier values.
    static func without(
        _ objections: [Refusal], _ typed: JSONObject, since base: Document?
    ) -> JSONObject {
        var typed = typed
        let before = base?.shown
        for case let field? in objections.map(\.field) { typed[field.key.string] = before?[field.key.string] }
        return typed
    }

    // MARK: Edits

    /// Returns the visible changes as an edit of the base version; nil if there are none.
    private func edit(
        _ typed: JSONObject, by document: Document?, onto base: Document?, besides standing: Document?,
        in transaction: Transaction
    ) -> Document? {
        guard let id = typed["id"]?.stringValue.flatMap({ DocumentID($0) }) else { return nil }
        let empty = base ?? Document(id: id, kind: sent.path.kind)
        if Self.changes(from: base?.shown, to: typed).isEmpty { return nil }
        if let standing, Self.changes(from: standing.shown, to: typed).isEmpty { return nil }
        var edited = empty
        let author = author(of: document, since: base)
        edited.applyEdit(by: author) {
            _ = $0.applyHandEdit(typed, rule: { transaction.rules.rule(of: $0, in: empty) }, by: author)
        }
        let isDeleted = typed["deleted"] != nil
        if isDeleted != empty.isDeleted {
            if isDeleted { edited.delete(by: author) } else { edited.restore(by: author) }
        }
        return edited
    }

    /// Returns the author of an edit: an actor derived from the document's bytes, at the phone's time unless that is in
    /// the future.
    private func author(of document: Document?, since base: Document?) -> Author {
        let claimed = document?.writes(of: actor, after: base?.seen[actor] ?? 0).map(\.time).max() ?? now
        let time = claimed <= Timestamp(seconds: now.seconds + Self.tolerance) ? claimed : now
        let origin = "\(account.device)\n\(sent.path.text)\n\(time.rfc3339)\n"
        let bytes = Array(origin.utf8) + (base?.encoded() ?? []) + sent.bytes
        return Author(actor: .unvouched(bytes), time: time)
    }
}
