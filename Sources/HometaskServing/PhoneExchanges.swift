// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskReplica

/// Performs the exchanges with a family's phones.
///
/// An exchange makes one commit in the name of the phone's member, or none if nothing changed; a slow request is split
/// into several commits. Requests are idempotent, and can be retried until the response arrives. Requests from one
/// phone are processed in order. Large requests from all phones are processed one at a time, so that they occupy only
/// one of the server's few threads.
public actor PhoneExchanges {
    private let storage: any DocumentStorage
    private let accounts: any PhoneAccounts
    private let clock: @Sendable () -> Timestamp
    private let report: @Sendable (String) -> Void
    private let longestHold: Duration
    private var generator: any RandomNumberGenerator & Sendable
    /// The last pending request of each phone.
    private var pending: [DocumentID: Task<Void, Never>] = [:]
    /// The last pending large request.
    private var pendingLarge: Task<Void, Never>?

    /// Creates the exchanges of a family.
    ///
    /// - Parameters:
    ///   - storage: the family's documents.
    ///   - accounts: the accounts of its phones.
    ///   - clock: the server's time.
    ///   - generator: the source of leases and actors; it must be unpredictable.
    ///   - longestHold: the time limit for one transaction, after which a request yields to other requests. A single
    ///     document and the commit may exceed it.
    ///   - report: receives the failure, with the files affected, whenever the family cannot be read or written.
    public init(
        with storage: any DocumentStorage, accounts: any PhoneAccounts, clock: @escaping @Sendable () -> Timestamp,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        longestHold: Duration = .milliseconds(40), report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.storage = storage
        self.accounts = accounts
        self.clock = clock
        self.generator = generator
        self.longestHold = longestHold
        self.report = report
    }

    /// Answers a request of an authenticated phone.
    ///
    /// - Throws: ``ExchangeFault``, with nothing changed.
    public func answer(_ request: ExchangeRequest, from device: DocumentID) async throws -> ExchangeAnswer {
        try await inTurn(device, isLarge: request.size > Self.largeRequest) {
            try await self.exchange(request, device)
        }
    }

    /// Renames an authenticated phone, sanitising the name.
    ///
    /// A phone cannot edit device documents: renaming is the only way to change its own. If the family does not have
    /// the phone's document yet, the name is written with the phone's first edit.
    ///
    /// - Returns: the name.
    /// - Throws: ``ExchangeFault``; the phone then keeps its earlier name.
    public func rename(_ device: DocumentID, to text: String) async throws -> String {
        try await inTurn(device) { try await self.setName(text, of: device) }
    }

    /// The size in bytes above which a request counts as large.
    private static let largeRequest = 256 << 10

    /// Runs a body after all earlier requests from a phone, because each of them stores the phone's account, and, for a
    /// large request, also after all earlier large requests.
    private func inTurn<Answer: Sendable>(
        _ device: DocumentID, isLarge: Bool = false, body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let (earlier, earlierLarge) = (pending[device], isLarge ? pendingLarge : nil)
        let work = Task {
            await earlier?.value
            await earlierLarge?.value
            return try await body()
        }
        let end = Task { _ = try? await work.value }
        pending[device] = end
        if isLarge { pendingLarge = end }
        return try await work.value
    }

    private func setName(_ text: String, of device: DocumentID) async throws -> String {
        var account = try await account(of: device)
        account.setName(text)
        do {
            _ = try await storage.write(command: "phone") { [account] transaction in
                _ = try transaction.received.act(for: account.member)
                guard let path = DocumentPath(kind: .device, id: device), try transaction.document(at: path) != nil
                else { return }
                try transaction.devices.setName(account.name, of: device)
            }
        } catch let error as ReplicaError {
            throw fault(of: error)
        }
        try await accounts.store(account)
        return account.name
    }

    private nonisolated func fault(of error: ReplicaError) -> ExchangeFault {
        error.code == .forbidden
            ? ExchangeFault(.forbidden, error.message) : ExchangeFault.unavailable(error.message, telling: report)
    }

    private func account(of device: DocumentID) async throws -> PhoneAccount {
        guard let account = try await accounts.account(of: device) else {
            throw ExchangeFault(.unknownDevice, "this phone is not signed in to the family")
        }
        return account
    }

    private func exchange(_ request: ExchangeRequest, _ device: DocumentID) async throws -> ExchangeAnswer {
        let account = try await account(of: device)
        switch account.status(of: request) {
        case .outdated: return try await startOver(account)
        case .again(let last):
            guard let round = try await round(of: request, account, as: last.actor, at: last.time) else {
                return try await startOver(account)
            }
            return .exchanged(try await result(of: round, request, with: line(of: account)))
        case .next:
            let time = clock()
            guard let round = try await round(of: request, account, as: account.actor, at: time) else {
                return try await startOver(account)
            }
            var next = account
            next.last = .init(lease: account.lease, digest: request.digest, actor: account.actor, time: time)
            next.lastTaken = nil
            next.lease = .random(using: &generator)
            if !round.isTrusted { next.actor = .random(using: &generator) }
            try await accounts.store(next)
            return .exchanged(try await result(of: round, request, with: line(of: next)))
        }
    }

    private func line(of account: PhoneAccount) -> ExchangeAnswer.Line {
        ExchangeAnswer.Line(lease: account.lease, actor: account.actor, time: clock())
    }

    /// Gives a phone a new actor. Its unsent writes as the old actor can no longer be merged.
    private func startOver(_ account: PhoneAccount) async throws -> ExchangeAnswer {
        var next = account
        next.actor = .random(using: &generator)
        next.lease = .random(using: &generator)
        // Kept until the phone has started over, because this response may be lost too.
        next.lastTaken = account.last?.digest ?? account.lastTaken
        next.last = nil
        try await accounts.store(next)
        return .startOver(line(of: next), taken: next.lastTaken)
    }

    /// Returns whether the family has a version; nil counts as known.
    private nonisolated func knows(_ version: String?) async throws -> Bool {
        guard let version else { return true }
        do {
            return try await storage.files([], in: version) != nil
        } catch let error as ReplicaError {
            throw ExchangeFault.unavailable(error.message, telling: report)
        }
    }

    // MARK: The family

    /// The outcome for the documents of a request.
    private struct Round: Sendable {
        var refused: [Refusal] = []
        /// Whether all documents were merged unchanged, so that the phone keeps its actor.
        var isTrusted = true
    }

    /// Writes the documents of a request; returns nil if their base version is unknown.
    ///
    /// Nonisolated throughout: merely deallocating a large request's documents takes tenths of a second.
    private nonisolated func round(
        of request: ExchangeRequest, _ account: PhoneAccount, as actor: ActorID, at time: Timestamp
    ) async throws -> Round? {
        let documents: [ReadDocument]
        do {
            guard let bases = try await Self.bases(of: request, in: storage) else { return nil }
            documents = await Self.reading(request, over: bases)
        } catch let error as ReplicaError {
            throw ExchangeFault.unavailable(error.message, telling: report)
        }
        let admitting = RequestAdmission(
            request: request, account: account, actor: actor, time: time, longestHold: longestHold)
        var (round, rest) = (Round(), documents[...])
        do {
            repeat {
                let part = try await storage.write(command: "phone") { [rest] in try admitting.admit(rest, in: $0) }
                    .result
                round.refused += part.refused
                round.isTrusted = round.isTrusted && part.isTrusted
                rest = rest.dropFirst(part.count)
                if !rest.isEmpty { await Task.yield() }
            } while !rest.isEmpty
        } catch let error as ReplicaError {
            throw fault(of: error)
        }
        return round
    }

    /// Parses the documents of a request before any transaction begins.
    private nonisolated static func reading(
        _ request: ExchangeRequest, over bases: [DocumentPath: [UInt8]]
    ) async -> [ReadDocument] {
        var documents: [ReadDocument] = []
        for document in request.documentsInOrder {
            documents.append(ReadDocument(document, base: bases[document.path]))
            // Parsing a large document occupies one of the few threads for tens of milliseconds.
            await Task.yield()
        }
        return documents
    }

    /// Returns the base versions of a request's documents; nil if the family version is unknown.
    private static func bases(
        of request: ExchangeRequest, in storage: any DocumentStorage
    ) async throws -> [DocumentPath: [UInt8]]? {
        guard let since = request.since else { return [:] }
        return try await storage.files(request.documents.map(\.path), in: since)
    }

    /// Builds the response from the family's current state.
    private nonisolated func result(
        of round: Round, _ request: ExchangeRequest, with line: ExchangeAnswer.Line
    ) async throws -> ExchangeAnswer.Update {
        let refused = round.refused
        let hasLost = try await !knows(request.before)
        do {
            return try await storage.read { reader in
                var documents: [DocumentPath: [UInt8]?] = [:]
                if let changed = try request.since.flatMap({ try reader.paths(changedSince: $0) }) {
                    for path in changed { documents.updateValue(try reader.bytes(at: path), forKey: path) }
                } else {
                    for kind in DocumentKind.known {
                        try reader.forEachDocument(of: kind) { path, bytes in
                            documents.updateValue(Array(bytes), forKey: path)
                            return true
                        }
                    }
                }
                for path in request.documents.map(\.path) {
                    documents.updateValue(try reader.bytes(at: path), forKey: path)
                }
                return ExchangeAnswer.Update(
                    line: line, version: reader.version, hasLost: hasLost, documents: documents, refused: refused)
            }
        } catch let error as ReplicaError {
            throw ExchangeFault.unavailable(error.message, telling: report)
        }
    }
}
