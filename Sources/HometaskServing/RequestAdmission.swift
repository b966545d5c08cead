// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// A parsed document of a request: the phone's version and its base version.
struct ReadDocument: Sendable {
    /// The document's path and file, as the phone sent them.
    let sent: ExchangeRequest.SentDocument
    /// The document as JSON; nil if it is not an object.
    let typed: JSONObject?
    /// A message about the exceeded limit; nil if there is none.
    let excess: String?
    /// The document with its events; nil if its encoding is not canonical, in which case its events cannot be trusted.
    let document: Document?
    /// The base version; nil if the phone had none, or if the base version is unreadable.
    let base: Document?

    /// Parses a document of a request.
    ///
    /// - Parameter base: the file of the base version; nil if there is none.
    init(_ sent: ExchangeRequest.SentDocument, base: [UInt8]?) {
        self.sent = sent
        let members = (try? JSON.parse(sent.bytes))?.objectValue
        typed = members
        excess = members.flatMap { Self.excess(in: $0, of: sent.bytes.count) }
        if let members, excess == nil, let document = try? Document(decoding: sent.bytes, parsedAs: members),
            document.encoded() == sent.bytes
        {
            self.document = document
        } else {
            document = nil
        }
        self.base = base.flatMap { try? Document.reading($0, at: sent.path) }
    }

    /// The maximum number of entries in a list; no schema allows more.
    private static let mostEntries = 10_000

    /// Returns the limit that a document exceeds. It is checked before an edit, because an edit takes time for each
    /// entry.
    private static func excess(in typed: JSONObject, of size: Int) -> String? {
        guard size <= JSONLimits.writerBytes else {
            return "a document has at most \(JSONLimits.writerBytes) bytes, and this one has \(size)"
        }
        let longest = typed.members.map { $1.arrayValue?.count ?? 0 }.max() ?? 0
        return longest <= mostEntries ? nil : "a list has at most \(mostEntries) entries, and one here has \(longest)"
    }
}

/// Admits the documents of a request, in one or more transactions.
struct RequestAdmission: Sendable {
    let request: ExchangeRequest
    let account: PhoneAccount
    /// The actor that the phone wrote as.
    let actor: ActorID
    /// The server's time, against which the phone's events are checked.
    let time: Timestamp
    /// The time limit for admitting documents in a transaction.
    let longestHold: Duration

    /// The outcome for the documents admitted in one transaction.
    struct Part: Sendable {
        /// The number of admitted documents: at least one, unless there were none to admit.
        var count = 0
        var refused: [Refusal] = []
        /// Whether all admitted documents were merged unchanged.
        var isTrusted = true
    }

    /// Admits documents until all are admitted or the time limit is reached.
    func admit(_ documents: ArraySlice<ReadDocument>, in transaction: Transaction) throws -> Part {
        let member = try transaction.received.act(for: account.member)
        let rights = PhoneRights(member: member, now: time, reading: transaction)
        let begun = ContinuousClock.now
        var (part, hasNews) = (Part(), false)
        for document in documents {
            if part.count > 0, begun.duration(to: .now) >= longestHold { break }
            let derived = document.base == nil ? successor(at: document.sent.path, over: transaction) : nil
            let outcome = try DocumentAdmission(
                read: document, derived: derived, account: account, actor: actor, rights: rights, now: time
            ).admit(in: transaction)
            part.count += 1
            part.refused += outcome.refused
            if !outcome.isJoined { part.isTrusted = false }
            hasNews = hasNews || outcome.hasNews
        }
        // The phone's device document is written with its first event, so that the event has an owner.
        if hasNews {
            _ = try transaction.devices.declare(account.device, named: account.name, of: member.id, writingAs: actor)
        }
        return part
    }

    /// Returns the next occurrence at a path as the phone derived it: from the preceding task in the request, or
    /// otherwise in the family. Nil if there is none.
    private func successor(at path: DocumentPath, over transaction: Transaction) -> Document? {
        guard let before = request.predecessor(of: path) else { return nil }
        let sent = request.documents.first { $0.path == before }.flatMap { try? Document(decoding: $0.bytes) }
        guard let task = sent ?? (try? transaction.document(at: before)) else { return nil }
        return try? Series.newSuccessor(of: task, familyZone: transaction.familyZone())
    }
}
