// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// The decision about one document of a request: join it, join what the member may change, or refuse it.
///
/// The events of a document are joined if
/// - its bytes are canonical, and it belongs at its path;
/// - it is a possible successor of the version that the phone had, with new events of the phone's own actor alone
///   (``Document/isPossibleSuccessor(of:by:)``): otherwise it could hide the values of others;
/// - it does not name an event again that the family already has from this actor with another meaning.
///
/// Before that, each field is taken back to the version that the phone had in which the member has no right to a change:
/// one that is visible, one that a value of others hides, or what the family would show afterwards. All other fields keep
/// every write, whether or not it is shown. An event that is in the future gets the server's time, since the latest value
/// wins in some fields.
///
/// Otherwise what the member sees and may change is written as an edit of the version that the phone had, by an actor
/// that is derived from the bytes: the same request gives the same events, however often it is sent.
///
/// Unless the document was joined as it is, the family does not have the phone's events, or has them with other
/// meanings, so the phone has to write as another actor from then on.
struct DocumentAdmission {
    /// The document, and the version that the phone had.
    let read: ReadDocument
    /// The version to start from if the phone had none: the next occurrence that it has derived from its copy of the task
    /// before; nil if it is not one.
    let derived: Document?
    let account: PhoneAccount
    /// The actor that the phone wrote as.
    let actor: ActorID
    let rights: PhoneRights
    /// The server's time, with which the times of new events are compared.
    let now: Timestamp

    private var sent: ExchangeRequest.SentDocument { read.sent }
    private var base: Document? { read.base }

    /// How far a phone's clock may be ahead, in seconds.
    static let tolerance: Int64 = 300

    /// The outcome for one document.
    struct Outcome: Sendable {
        var refused: [Refusal] = []
        /// Whether the document was joined as it is, so that the family has all of the phone's events in it.
        var isJoined = false
        /// Whether the family has new events of the phone.
        var hasNews = false
    }

    /// Decides, and changes the family's document in a transaction. An error that concerns this document alone, such as
    /// an invalid value or a damaged file, is a refusal, so that it does not hold up the others.
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

    /// Whether a document is a next occurrence that the phone has derived and nobody has written to. The family derives
    /// its own.
    private func isDerivedAlone(_ document: Document) -> Bool { base == nil && Series.isUntouched(document) }

    /// The version to start from if the phone's request has none: a next occurrence, which the family and the phone
    /// derived independently from the same task.
    private func start(of document: Document?, besides standing: Document?) -> Document? {
        guard let standing else { return nil }
        if let document, let derived, document.isPossibleSuccessor(of: derived, by: actor) { return derived }
        return standing.seen.actors.allSatisfy(\.isFollowing) ? standing : nil
    }

    // MARK: Events

    /// Joins the events of a document that the member may make.
    ///
    /// - Returns: nil if the events cannot be trusted; nothing was changed then.
    private func admitEvents(
        of document: Document, since base: Document?, besides standing: Document?, in transaction: Transaction
    ) throws -> Outcome? {
        let base = base ?? Document(id: document.id, kind: document.kind)
        guard document.isPossibleSuccessor(of: base, by: actor) else { return nil }
        // Something was removed without an event, as pages of earlier versions do.
        if document != base, document.seen == base.seen, Series.isUntouched(document) { return nil }
        let latest = Timestamp(seconds: now.seconds + Self.tolerance)
        let timed = document.limitingTimes(
            of: actor, after: base.seen[actor], to: latest, as: now, known: standing)
        let (allowed, refused) = withoutRefused(timed, since: base, besides: standing)
        if !refused.isEmpty, allowed.holdsTheSame(as: base) { return Outcome(refused: refused) }
        // Events of this actor that the family has beyond the phone's version: the request is being repeated, or the
        // phone's storage is a copy. Then everything in it must be known already.
        if let standing, standing.seen[actor] > base.seen[actor], Document.join(standing, allowed) != standing {
            return nil
        }
        let hasNews = try transaction.received.join(allowed, at: sent.path)
        return Outcome(refused: refused, isJoined: allowed == document, hasNews: hasNews)
    }

    /// A document with the fields taken back in which the member has no right to a change.
    private func withoutRefused(
        _ document: Document, since base: Document, besides standing: Document?
    ) -> (allowed: Document, refused: [Refusal]) {
        var (allowed, refused) = (document, [Refusal]())
        // A right to change one field may depend on another: nobody takes a verdict away without a new completion.
        while true {
            let new = objections(to: allowed, since: base, besides: standing)
            let fields = Set(new.compactMap(\.field)).subtracting(refused.compactMap(\.field))
            if fields.isEmpty { return (allowed, refused) }
            refused += new.filter { $0.field.map(fields.contains) ?? false }
            allowed = allowed.restoring(fields, from: base)
        }
    }

    /// What the member may not change: of the visible values, of those that are not shown because of others, and of what
    /// the family would show.
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

    /// Writes the visible changes that the member may make as an edit of the version that the phone had.
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

    /// That a version would take a verdict away once it is joined, to which the member has no right. The join decides by
    /// time which values are shown, so a version with a new completion need not complete the family's task.
    private func lostVerdict(by version: Document, besides standing: Document?) -> Refusal? {
        // Only a child can lack the right; for others, the join is not computed a second time.
        guard let standing, rights.member.isChild, standing["verdict"] != nil else { return nil }
        return rights.refusalOfLostVerdict(
            at: sent.path, from: standing.shown, to: Document.join(standing, version).shown)
    }

    /// The members that differ, in byte order; all values of plugins are one member.
    static func changes(from before: JSONObject?, to shown: JSONObject) -> [FieldName] {
        let names = Set(shown.keys).union(before?.keys ?? []).subtracting(["id", "kind", "conflicts", "~merge"])
        return names.filter { before?[$0] != shown[$0] }.map { FieldName($0) }.sorted()
    }

    /// The members with their earlier values where the member may not change them.
    static func without(
        _ objections: [Refusal], _ typed: JSONObject, since base: Document?
    ) -> JSONObject {
        var typed = typed
        let before = base?.shown
        for case let field? in objections.map(\.field) { typed[field.key.string] = before?[field.key.string] }
        return typed
    }

    // MARK: Edits

    /// The visible changes as an edit of the version that the phone had; nil if there are none.
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

    /// The author of an edit: an actor for these bytes alone, at the phone's time unless that is in the future.
    private func author(of document: Document?, since base: Document?) -> Author {
        let claimed = document?.writes(of: actor, after: base?.seen[actor] ?? 0).map(\.time).max() ?? now
        let time = claimed <= Timestamp(seconds: now.seconds + Self.tolerance) ? claimed : now
        let origin = "\(account.device)\n\(sent.path.text)\n\(time.rfc3339)\n"
        let bytes = Array(origin.utf8) + (base?.encoded() ?? []) + sent.bytes
        return Author(actor: .unvouched(bytes), time: time)
    }
}
