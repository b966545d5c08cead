// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// The decision about one document of a request: join it as it is, take its visible changes, or refuse it.
///
/// A document is joined as it is only if
/// - its bytes are canonical, and it belongs at its path;
/// - it is a possible successor of the version that the phone had, with new events of the phone's own actor alone
///   (``Document/isPossibleSuccessor(of:by:)``): otherwise it could hide the values of others;
/// - it does not name an event again that the family already has from this actor with another meaning;
/// - none of its new events is in the future, since the latest value wins in some fields;
/// - the member has the right to make each visible change, and each that a value of others hides, as where the phone has
///   joined edits that it had not sent yet with those of others; and to what the family would show afterwards.
///
/// Otherwise what the member sees and may change is written as an edit of the version that the phone had, by an actor
/// that is derived from the bytes: the same request gives the same events, however often it is sent. The phone's own
/// events are then not in the family, and may never be, so the phone has to write as another actor from then on.
struct DocumentAdmission {
    /// The document's path and file, as the phone sent them.
    let sent: ExchangeRequest.SentDocument
    /// The version that the phone had; nil if it had none.
    let base: Document?
    let account: PhoneAccount
    /// The actor that the phone wrote as.
    let actor: ActorID
    let rights: PhoneRights
    /// The server's time, with which the times of new events are compared.
    let now: Timestamp

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
        let base = base ?? derived(standing)
        guard let typed = (try? JSON.parse(sent.bytes))?.objectValue else { return refusal("this is not a document") }
        if let excess = Self.excess(in: typed, of: sent.bytes.count) { return refusal(excess) }
        guard isPlace(of: typed, base ?? standing) else { return refusal("the document does not belong at its path") }
        let document = (try? Document(decoding: sent.bytes)).flatMap { $0.encoded() == sent.bytes ? $0 : nil }
        var refused = objections(
            to: document, typed: document?.shown ?? typed, since: base, besides: standing?.shown)
        if let document, document.isContested {
            let (hidden, known) = (shownAlone(by: document, since: base), Set(refused.map(\.field)))
            refused += objections(to: nil, typed: hidden, since: base, besides: standing?.shown)
                .filter { !known.contains($0.field) }
        }
        if let document, refused.isEmpty, isTrusted(document, since: base, besides: standing),
            lostVerdict(by: document, besides: standing) == nil
        {
            let hasNews = try transaction.received.join(document, at: sent.path)
            return Outcome(isJoined: true, hasNews: hasNews)
        }
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

    /// The largest number of entries in a list; no schema allows more.
    private static let mostEntries = 10_000

    /// What is too large in a document. An edit takes time for each entry, so this is looked at before one is made.
    private static func excess(in typed: JSONObject, of size: Int) -> String? {
        guard size <= JSONLimits.writerBytes else {
            return "a document has at most \(JSONLimits.writerBytes) bytes, and this one has \(size)"
        }
        let longest = typed.members.map { $1.arrayValue?.count ?? 0 }.max() ?? 0
        return longest <= mostEntries ? nil : "a list has at most \(mostEntries) entries, and one here has \(longest)"
    }

    private func refusal(_ why: String) -> Outcome {
        Outcome(refused: [Refusal(path: sent.path, field: nil, why: why)])
    }

    /// The version to start from if the phone's request has none: a next occurrence, which the family and the phone
    /// derived independently from the same task.
    private func derived(_ standing: Document?) -> Document? {
        guard let standing, standing.seen.actors.allSatisfy(\.isFollowing) else { return nil }
        return standing
    }

    private func isPlace(of members: JSONObject, _ known: Document?) -> Bool {
        guard let id = members["id"]?.stringValue.flatMap({ DocumentID($0) }),
            members["kind"] == .string(sent.path.kind.rawValue)
        else { return false }
        return id == (sent.path.id ?? known?.id)
    }

    // MARK: Trust

    private func isTrusted(_ document: Document, since base: Document?, besides standing: Document?) -> Bool {
        let base = base ?? Document(id: document.id, kind: document.kind)
        guard document.isPossibleSuccessor(of: base, by: actor) else { return false }
        let latest = Timestamp(seconds: now.seconds + Self.tolerance)
        let new = document.writes(of: actor, after: base.seen[actor])
        guard new.allSatisfy({ $0.time <= latest }) else { return false }
        // Events of this actor that the family has beyond the phone's version: the request is being repeated, or the
        // phone's storage is a copy. Then everything in it must be known already.
        guard let standing, standing.seen[actor] > base.seen[actor] else { return true }
        return Document.join(standing, document) == standing
    }

    // MARK: Rights

    /// What the member may not change: of the visible values, and of those that are not shown because of others.
    private func objections(
        to document: Document?, typed: JSONObject, since base: Document?, besides standing: JSONObject?
    ) -> [Refusal] {
        let before = base?.shown
        let written = document.map { $0.fieldsWritten(since: base ?? Document(id: $0.id, kind: $0.kind)) } ?? []
        let visible = Self.changes(from: before, to: typed)
        return written.filter { $0.plugin == nil }.union(visible).sorted().compactMap { field in
            rights.refusal(
                of: .init(
                    field: field, path: sent.path, before: before, new: typed[field.key.string], typed: typed,
                    standing: standing))
        }
    }

    /// What the phone meant to be shown, also where values of others are shown in its version.
    private func shownAlone(by document: Document, since base: Document?) -> JSONObject {
        document.replacing(
            withWritesOf: actor, since: base ?? Document(id: document.id, kind: document.kind)
        ).shown
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
        edited.applyHandEdit(typed, rule: { transaction.rules.rule(of: $0, in: empty) }, by: author)
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
