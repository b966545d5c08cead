// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHashing
import HometaskMerging
import HometaskServing
import HometaskTime
import Testing

/// A model of the page on a phone, which stores documents, edits them with the same code, and exchanges them.
struct Phone {
    let device: DocumentID
    var lease: String
    var actor: ActorID
    var since: String?
    /// The documents as the phone shows them.
    var documents: [DocumentPath: Document] = [:]
    /// The documents of the version `since`.
    var base: [DocumentPath: Document] = [:]
    /// The next occurrences derived by the phone, not sent until the family has its own.
    var derived: Set<DocumentPath> = []
    /// The unanswered request, resent until it is answered.
    var outbox: [UInt8]?
    /// The documents in the unanswered request.
    var sent: [DocumentPath?: Document] = [:]
    /// Abandoned requests that the family may have accepted.
    var givenUp: [(digest: String, sent: [DocumentPath?: Document])] = []
    /// Whether the family has confirmed the request in ``givenUp``.
    var isTaken = false
    /// The version before the phone had to start over.
    var before: String?
    var time = Home.time
    /// The refusals in the last answer.
    var refused: [Refusal] = []
    /// The refusals in all answers.
    var allRefused: [Refusal] = []
    /// The number of times the phone had to start over.
    var fresh = 0

    init(_ account: PhoneAccount) {
        (device, lease, actor) = (account.device, account.lease.text, account.actor)
    }

    var author: Author { Author(actor: actor, time: time) }

    mutating func edit(_ path: DocumentPath, _ body: (inout Document, Author) -> Void) {
        let author = author
        documents[path]?.applyEdit(by: author) { body(&$0, author) }
    }

    mutating func write(_ value: JSON?, to field: FieldName, of path: DocumentPath) {
        edit(path) { document, author in
            _ = document.writeValue(value, to: field, rule: Phone.rule(of: field, in: document), by: author)
        }
    }

    static func rule(of field: FieldName, in document: Document) -> MergeRule {
        Schema.of(document.kind)?.rule(for: field.key.string) ?? .register
    }

    /// The documents with edits to send; none while everything is reloaded.
    var unsent: [DocumentPath: Document] {
        since == nil ? [:] : documents.filter { base[$0.key] != $0.value && !derived.contains($0.key) }
    }

    /// Returns the bytes of the next request.
    func request(texts: [DocumentPath: [UInt8]] = [:]) -> [UInt8] {
        let changed = unsent.mapValues { $0.encoded() }
        let sent = changed.merging(texts) { $1 }.sorted { $0.key.text < $1.key.text }
        let json: JSONObject = [
            "docs": .array(
                sent.map { ["path": .string($0.key.text), "text": .string(String(decoding: $0.value, as: UTF8.self))] }),
            "lease": .string(lease), "since": since.map { .string($0) } ?? .null,
            "before": before.map { .string($0) } ?? .null,
        ]
        return json.compactBytes()
    }

    /// Abandons the request, which the family may have accepted.
    mutating func giveUp() {
        if let outbox, !sent.isEmpty { givenUp.append((SHA256.hexDigest(outbox), sent)) }
        (outbox, sent) = (nil, [:])
    }

    /// Prepares the next request, which is kept until it is answered.
    @discardableResult
    mutating func prepare(texts: [DocumentPath: [UInt8]] = [:]) -> [UInt8] {
        let bytes = request(texts: texts)
        (outbox, sent) = (bytes, unsent)
        for (path, text) in texts { sent[path] = try? Document(decoding: text) }
        return bytes
    }

    /// Sends the changed documents, or the given texts instead, and applies the answer.
    mutating func exchange(with home: Home, texts: [DocumentPath: [UInt8]] = [:]) async throws {
        let bytes = outbox ?? prepare(texts: texts)
        try take(try await home.exchanges.answer(try ExchangeRequest(bytes), from: device))
    }

    /// Applies an answer from its JSON, as the page does.
    mutating func take(_ answer: ExchangeAnswer) throws {
        let json = answer.json
        let (old, sent, isAnew) = (actor, sent, since == nil)
        if case .startOver = answer { giveUp() }
        lease = try #require(json["lease"]?.stringValue)
        actor = try #require(json["actor"]?.stringValue.flatMap { ActorID($0) })
        (outbox, self.sent) = (nil, [:])
        guard case .exchanged(let exchanged) = answer else {
            fresh += 1
            (since, before) = (nil, since ?? before)
            if let request = givenUp.first(where: { $0.digest == json["taken"]?.stringValue }) {
                (givenUp, isTaken) = ([request], true)
            }
            return
        }
        let isLost = json["lost"] == true
        (since, before) = (json["version"]?.stringValue, nil)
        refused = exchanged.refused
        allRefused += exchanged.refused
        let requests = isAnew ? givenUp : []
        let given = (sent: requests.map(\.sent), isTaken: isTaken)
        (givenUp, isTaken) = ([], false)
        let theirs = try exchanged.documents.mapValues { bytes in try bytes.map { try Document(decoding: $0) } }
        func known(_ path: DocumentPath) -> Document?? {
            theirs[path] ?? (isAnew || derived.contains(path) ? .some(nil) : base[path])
        }
        let paths = Set(documents.keys).union(theirs.keys)
        for path in Array(paths.subtracting(derived)) + paths.intersection(derived) {
            if theirs[path] == nil, derived.contains(path) || isLost {
                let before = Self.predecessor(of: documents[path])
                let isAnswered = sent[before]?["completion"] != nil
                if !isAnswered, let before, try isAwaited(path, after: before, known: known(before) ?? nil) { continue }
            }
            guard let next = known(path) else { continue }
            let isDerived = derived.remove(path) != nil
            documents[path] = taken(
                path, sent[path], given: (given.sent.compactMap { $0[path] }, given.isTaken), onto: next,
                isRenewed: isAnew || actor != old || isDerived,
                isLost: isLost && !isDerived)
            base[path] = next
        }
    }

    /// Whether the family may still derive a next occurrence from a completion that it does not know yet.
    private mutating func isAwaited(
        _ path: DocumentPath, after previous: DocumentPath, known: Document?
    ) throws -> Bool {
        guard let before = documents[previous], before["completion"] != nil, known?["completion"] == nil
        else { return false }
        if derived.contains(path) { return true }
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        guard let next = try Series.newSuccessor(of: before, familyZone: zone), next.id == path.id else { return false }
        base[path] = next
        derived.insert(path)
        return true
    }

    private func taken(
        _ path: DocumentPath, _ sent: Document?, given: (sent: [Document], isTaken: Bool), onto next: Document?,
        isRenewed: Bool, isLost: Bool
    ) -> Document? {
        guard let mine = documents[path] else { return next }
        let since = sent ?? base[path]
        if mine == next || mine == since && isRenewed && !isLost { return next }
        guard next != nil || isRenewed else { return mine }
        if let next, mine == since, !isLost { return Document.join(mine, next) }
        let carried = mine.rebasingEdits(
            since: since, sent: given.sent, isTaken: given.isTaken, onto: next, by: actor, isLost: isLost)
        // A test that sends its own bytes has no edits since then.
        let isHonest = since.map { mine.seen.covers($0.seen) } ?? true
        let start = next ?? Document(id: mine.id, kind: mine.kind)
        #expect(!isHonest || carried.isPossibleSuccessor(of: start, by: actor))
        return carried
    }

    private static func predecessor(of document: Document?) -> DocumentPath? {
        let id = document?["previous"]?.stringValue.flatMap { DocumentID($0) }
        return id.flatMap { DocumentPath(kind: .task, id: $0) }
    }

    /// Completes a task, and derives the next occurrence of a recurring task unless the phone already has it.
    mutating func complete(_ path: DocumentPath, by member: DocumentID) throws {
        write(Completion(at: time, by: member).json, to: "completion", of: path)
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        guard let task = documents[path], let next = try Series.newSuccessor(of: task, familyZone: zone),
            let place = DocumentPath(kind: .task, id: next.id), documents[place] == nil
        else { return }
        (documents[place], base[place]) = (next, next)
        derived.insert(place)
    }

    /// Reopens a task, and removes the derived next occurrence unless it was edited.
    mutating func reopen(_ path: DocumentPath) {
        write(nil, to: "completion", of: path)
        guard let id = path.id, let place = DocumentPath(kind: .task, id: Series.successor(of: id)),
            derived.contains(place), documents[place] == base[place]
        else { return }
        (documents[place], base[place]) = (nil, nil)
        derived.remove(place)
    }
}

/// A document edit, with a name for failure messages.
struct NamedEdit: Sendable {
    let name: String
    let edit: @Sendable (inout Document, Author) -> Void

    init(_ name: String, _ edit: @escaping @Sendable (inout Document, Author) -> Void) {
        (self.name, self.edit) = (name, edit)
    }
}
