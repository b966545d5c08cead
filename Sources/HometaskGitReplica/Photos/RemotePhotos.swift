// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Records which photos of this device remotes have, as references below `refs/hometask/remotes/`.
///
/// The records determine which photos are shown as waiting; the remote's own listing determines which are sent.
struct RemotePhotos {
    let store: FamilyStore
    let clock: @Sendable () -> Timestamp

    private var settings: RemoteSettings { RemoteSettings(store: store) }
    /// The times at which remotes were last asked for their photos: once a day, even if none wait to be sent.
    private var times: CheckTimes { CheckTimes(local: store.local, subject: "photos", clock: clock) }

    /// Returns whether a remote must be asked for its state of some references.
    func isToAsk(_ remote: Remote, for own: [(name: String, id: ObjectID)]) throws -> Bool {
        guard !own.isEmpty else { return false }
        return try waits(own, for: remote) || times.isDue(at: remote.name)
    }

    /// The place where a remote accepts this device's references, and whether that is proven.
    struct Destination {
        var place: PhotoPlace
        var isProven: Bool
    }

    /// Records which of this device's photos a remote has.
    ///
    /// - Returns: where the remote accepts them, and its references by their names here.
    func recordPhotos(
        _ theirs: [RemoteListing.Reference], at remote: Remote, of own: [(name: String, id: ObjectID)]
    ) throws -> (destination: Destination, references: [String: ObjectID]) {
        let place = try settings.photoPlace(at: remote.name)
        let pairs = theirs.compactMap { theirs in place.reference(theirs.name).map { ($0, theirs.id) } }
        let stands = Dictionary(pairs) { first, _ in first }
        for reference in own {
            let known = stands[reference.name]
            // A commit that is not here was made by a copy of this device, on top of what the remote had before.
            if let known, !store.repository.contains(known) { continue }
            try setNote(of: reference.name, at: remote, to: known)
        }
        times.note(remote.name)
        return (Destination(place: place, isProven: !stands.isEmpty), stands)
    }

    /// Returns whether a remote may lack part of some references.
    private func waits(_ own: [(name: String, id: ObjectID)], for remote: Remote) throws -> Bool {
        try own.contains { try noted($0.name, at: remote) != $0.id }
    }

    /// Returns a reference's recorded commit at a remote; nil if none is known.
    func noted(_ reference: String, at remote: Remote) throws -> ObjectID? {
        try store.repository.references.target(of: PhotoReferences.recordName(of: reference, at: remote.name))
    }

    /// Records a reference at a remote; nil if it does not exist there.
    func setNote(of reference: String, at remote: Remote, to new: ObjectID?) throws {
        let name = PhotoReferences.recordName(of: reference, at: remote.name)
        let old = try store.repository.references.target(of: name)
        if old == new { return }
        guard let new else {
            if let old { _ = try store.repository.references.delete(name, expecting: old) }
            return
        }
        let signature = Signature.hometask(at: clock().seconds)
        let outcome = try store.repository.references.move(
            name, from: old, to: new, signature: signature, message: "\(FamilyBranch.reflogPrefix)photos")
        if outcome == .moved { try store.repository.references.flushReference(name) }
    }

    /// Returns the parts of some references that a remote lacks.
    func transfers(of own: [(name: String, id: ObjectID)], to remote: Remote) throws -> [PhotoTransfer] {
        try own.compactMap { try transfer(of: $0, to: remote) }
    }

    /// Returns the part of a reference that a remote lacks; nil if it lacks nothing, or has something that is not here.
    private func transfer(of own: (name: String, id: ObjectID), to remote: Remote) throws -> PhotoTransfer? {
        let theirs = try noted(own.name, at: remote)
        if theirs == own.id { return nil }
        if let theirs, try !store.repository.commits.isAncestor(theirs, of: own.id) { return nil }
        return try PhotoTransfer(of: own.name, at: own.id, beyond: theirs, in: store.repository)
    }

    /// Returns the originals of this device that the default remote does not have, by their ids in git; empty without a
    /// remote.
    func waiting() throws -> Set<String> {
        guard let remote = try settings.usual() else { return [] }
        let own = try store.repository.references.all(
            under: "\(PhotoReferences.root)\(PhotoReferences.Content.originals.rawValue)/")
        return Set(try transfers(of: own, to: remote).flatMap { $0.originals.map { "\($0.blob)" } })
    }
}
