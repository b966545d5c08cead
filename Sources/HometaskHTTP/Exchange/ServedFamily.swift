// SPDX-License-Identifier: Apache-2.0

public import HometaskKit
import HometaskServing
public import HometaskSignIn
import Synchronization

/// A family served to its phones.
public struct ServedFamily: Sendable {
    /// The id of the family's document.
    public let id: DocumentID
    /// The family's name when the server opened it.
    public let name: String
    /// The folder of the family's repository.
    let folder: String
    let replica: any Replica
    private let known = KnownMembers()
    let exchanges: PhoneExchanges
    let photos: PhonePhotos
    let forms: PhoneForms
    let streams = EventStreams()
    let faults: FamilyFaults

    /// Opens the family in a folder.
    ///
    /// - Throws: `ReplicaError`.
    public init(at folder: String, phones: SignInStore) async throws {
        let (replica, faults) = (try await GitReplicaProvider().open(at: folder), FamilyFaults())
        (self.replica, self.faults) = (replica, faults)
        photos = PhonePhotos(of: replica, clock: { .present }, report: { faults.report($0) })
        forms = PhoneForms(of: replica, clock: { .present }, report: { faults.report($0) })
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

    /// Returns whether a member, or the member into which it was merged, is currently in the family.
    ///
    /// - Throws: `ExchangeFault` (`unavailable`) if the family cannot be read.
    func isPresent(_ id: DocumentID) async throws -> Bool {
        do {
            return try await replica.read { try $0.currentMember(id) != nil }
        } catch let error as ReplicaError {
            throw ExchangeFault.unavailable(error.message, telling: { faults.report($0) })
        }
    }

    /// Returns whether a member is present as of a version or a later one. The result is cached per version, because
    /// each version is announced to up to hundreds of phones that belong to a few members.
    func isPresent(_ id: DocumentID, asOf version: String?) async throws -> Bool {
        guard let version else { return try await isPresent(id) }
        if let isPresent = known.isPresent(id, asOf: version) { return isPresent }
        let isPresent = try await isPresent(id)
        known.note(id, isPresent, asOf: version)
        return isPresent
    }

    /// Returns a member, with the family's directory; the member is nil if it has left the family or was merged into
    /// another.
    func activeMember(_ id: DocumentID) async throws -> (member: MemberRecord?, directory: FamilyDirectory) {
        let directory = try await replica.read { try FamilyDirectory(reading: $0) }
        return (directory.activeMembers.first { $0.id == id }, directory)
    }
}

/// The failures to read or write a family, for the server's log. Phones receive fewer details, and no file paths.
struct FamilyFaults: Sendable {
    /// The stream of faults, read by the log writer. The last 100 unread ones are buffered.
    let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(100))
    }

    func report(_ fault: String) { continuation.yield(fault) }
}

/// Caches which members are in a family or have left it, for the most recently noted version.
final class KnownMembers: Sendable {
    private let known = Mutex<(version: String, members: [DocumentID: Bool])>(("", [:]))

    /// Returns whether a member is in the family; nil if unknown for the version.
    func isPresent(_ id: DocumentID, asOf version: String) -> Bool? {
        known.withLock { $0.version == version ? $0.members[id] : nil }
    }

    func note(_ id: DocumentID, _ isPresent: Bool, asOf version: String) {
        known.withLock { known in
            if known.version != version { known = (version, [:]) }
            known.members[id] = isPresent
        }
    }
}
