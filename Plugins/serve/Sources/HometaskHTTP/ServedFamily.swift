// SPDX-License-Identifier: Apache-2.0

public import HometaskKit
import HometaskServing
public import HometaskSignIn

/// A family whose phones a server serves.
public struct ServedFamily: Sendable {
    /// The id of its document.
    public let id: DocumentID
    /// The family's name at the time when the server opened it.
    public let name: String
    /// The folder from which all of its replicas were opened.
    let folder: String
    let replica: any Replica
    /// The same repository, opened once more: a remote that is slow holds up no phone.
    let syncing: any Replica
    /// The same once more, for what is read to remind phones.
    let reminding: any Replica
    /// The same once more, for who is in the family: every request asks that, and waits for no other.
    private let membership: any Replica
    private let known = KnownMembers()
    let exchanges: PhoneExchanges
    /// The same repository again, twice: a large photo holds up neither an exchange nor what is shown.
    let photos: PhonePhotos
    let pictures: PhonePhotos
    /// And again: a list that is long to read holds up no exchange.
    let forms: PhoneForms
    /// The same repository once more: a history may have thousands of commits.
    let history: any Replica
    /// Those of them through which something is written or received.
    let writing: [any StorageUpkeep]
    let streams = EventStreams()
    let faults: FamilyFaults

    /// Opens the family in a folder.
    ///
    /// - Throws: `ReplicaError`.
    public init(at folder: String, phones: SignInStore) async throws {
        let provider = GitReplicaProvider()
        let faults = FamilyFaults()
        self.faults = faults
        replica = try await provider.open(at: folder)
        syncing = try await provider.open(at: folder)
        reminding = try await provider.open(at: folder)
        membership = try await provider.open(at: folder)
        let (attaching, filling) = (try await provider.open(at: folder), try await provider.open(at: folder))
        photos = PhonePhotos(of: attaching, clock: { .present }, report: { faults.report($0) })
        pictures = PhonePhotos(
            of: try await provider.open(at: folder), clock: { .present }, report: { faults.report($0) })
        forms = PhoneForms(of: filling, clock: { .present }, report: { faults.report($0) })
        writing = [replica, syncing, attaching, filling]
        history = try await provider.open(at: folder)
        self.folder = folder
        let (document, directory) = try await replica.read {
            (try $0.document(at: .family), try FamilyDirectory(reading: $0))
        }
        guard let document, let family = directory.family else {
            throw ReplicaError(.damaged, "the family's own document, family.json, cannot be read")
        }
        (id, name) = (document.id, family.name)
        exchanges = PhoneExchanges(
            with: replica, accounts: phones, clock: { .present }, report: { faults.report($0) })
    }

    /// Whether a member, or the one that it was merged into, is in the family and has not left it.
    ///
    /// - Throws: `ExchangeFault` (`unavailable`) if the family cannot be read.
    func isPresent(_ id: DocumentID) async throws -> Bool {
        do {
            return try await membership.read { try $0.currentMember(id) != nil }
        } catch let error as ReplicaError {
            throw ExchangeFault.unavailable(error.message, telling: { faults.report($0) })
        }
    }

    /// The same as of a version, or a later one. What is known of a version is not read again: hundreds of phones hear of
    /// each version, and are of a few members.
    func isPresent(_ id: DocumentID, asOf version: String?) async throws -> Bool {
        guard let version else { return try await isPresent(id) }
        if let isPresent = known.isPresent(id, asOf: version) { return isPresent }
        let isPresent = try await isPresent(id)
        known.note(id, isPresent, asOf: version)
        return isPresent
    }

    /// A member, if it has not left the family and was not merged into another; with who else is in the family.
    func activeMember(_ id: DocumentID) async throws -> (member: MemberRecord?, directory: FamilyDirectory) {
        let directory = try await replica.read { try FamilyDirectory(reading: $0) }
        return (directory.activeMembers.first { $0.id == id }, directory)
    }
}
