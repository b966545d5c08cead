// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskHashing
import HometaskQueries
import HometaskReplica

/// Sends this device's photos. Nothing is fetched in order to do so.
///
/// What asynchronous functions call here is not inlined, as ``RemoteExchange`` explains.
extension GitReplica {
    /// After how many seconds a remote is asked again for what it has, though nothing waits to be sent.
    private static var noteLifetime: Int64 { 86_400 }

    /// Where it is noted when remotes were asked last for the photos that they have.
    private static func checkedName(_ remote: String) -> String {
        "photos-checked-" + SHA256.hexDigest(Array(remote.utf8)).prefix(16)
    }

    /// The references of this device's own photos, those of thumbnails first.
    @inline(never)
    func ownReferences() throws -> [(name: String, id: ObjectID)] {
        try [PhotoReferences.Content.thumbnails, .originals].flatMap {
            try store.repository.references(under: "\(PhotoReferences.root)\($0.rawValue)/")
        }
    }

    /// Sends what a remote lacks.
    ///
    /// - Parameter distrusts: whether what is noted of the remote counts for nothing: it lost commits.
    /// - Returns: how many originals were sent.
    @inline(never)
    func sendPhotos(
        over exchange: RemoteExchange, distrusts: Bool, _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let own = try ownReferences()
        if own.isEmpty { return 0 }
        let remote = exchange.remote
        guard try distrusts || isToAsk(remote, for: own) else { return 0 }
        var place = try await lookAgain(at: own, over: exchange)
        let refusal = try await replaceErased(own, over: exchange, at: place.place)
        let transfers = try transfers(of: own, to: remote)
        let originals = transfers.filter(\.hasOriginals)
        var done = PhotoProgress(
            isSending: true, totalPhotos: originals.reduce(0) { $0 + $1.originals.count },
            totalBytes: originals.reduce(0) { $0 + $1.bytes })
        var size = PortionSize(for: remote.url)
        for transfer in transfers {
            var start = 0
            while let portion = transfer.portion(from: start, of: size.bytes) {
                let began = ContinuousClock.now
                let telling = transfer.hasOriginals ? exchange.telling(done.step(portion.bytes, progress)) : exchange
                try await send(portion, over: telling, to: &place)
                start += portion.photos
                if transfer.hasOriginals {
                    done.photos += portion.photos
                    done.bytes += portion.bytes
                }
                size.adapt(afterSending: portion.bytes, in: ContinuousClock.now - began)
            }
        }
        if let refusal { throw refusal }
        return done.photos
    }

    /// Whether a remote is to be asked what it has of this device's photos.
    func isToAskForPhotos(_ remote: Remote) throws -> Bool { try isToAsk(remote, for: ownReferences()) }

    @inline(never)
    private func isToAsk(_ remote: Remote, for own: [(name: String, id: ObjectID)]) throws -> Bool {
        guard !own.isEmpty else { return false }
        return try waits(own, for: remote) || isCheckDue(remote)
    }

    /// Has a remote take the references that were written anew without erased photos, for those that it has.
    ///
    /// - Returns: why it keeps what it has.
    @inline(never)
    private func replaceErased(
        _ own: [(name: String, id: ObjectID)], over exchange: RemoteExchange, at place: PhotoPlace
    ) async throws -> ReplicaError? {
        var refusal: ReplicaError?
        for reference in own {
            guard let theirs = try earlierWriting(of: reference, at: exchange.remote) else { continue }
            let name = place.name(of: reference.name)
            let outcome = try await exchange.push(
                reference.id, to: name, replacing: theirs, seeksDeltas: false)
            if outcome.isTaken {
                try setNote(of: reference.name, at: exchange.remote, to: reference.id)
            } else if let reason = self.refusal(outcome, over: exchange) {
                refusal = ReplicaError(
                    reason.code,
                    "the remote ‘\(exchange.remote.name)’ keeps photos that were erased: \(reason.message)",
                    hint: "Whoever runs the remote can delete its reference \(name); the next sync recreates it.")
            }
        }
        return refusal
    }

    /// What a remote has of a reference that was written anew since, without erased photos; nil where it has anything
    /// else.
    @inline(never)
    private func earlierWriting(of own: (name: String, id: ObjectID), at remote: Remote) throws -> ObjectID? {
        guard let theirs = try noted(own.name, at: remote), theirs != own.id,
            try !store.repository.isAncestor(theirs, of: own.id), try isEarlierWriting(theirs, of: own.id)
        else { return nil }
        return theirs
    }

    @inline(never)
    private func isCheckDue(_ remote: Remote) -> Bool {
        let noted = (try? local.read(Self.checkedName(remote.name))) ?? nil
        guard let noted, let time = Timestamp(rfc3339: String(decoding: noted, as: UTF8.self)) else { return true }
        return abs(now.seconds - time.seconds) > Self.noteLifetime
    }

    /// Where a remote takes this device's references, and whether it is known that it takes them there.
    private struct Destination {
        var place: PhotoPlace
        var isProven: Bool
    }

    /// Asks a remote what it has of this device's photos, and notes that.
    @inline(never)
    private func lookAgain(
        at own: [(name: String, id: ObjectID)], over exchange: RemoteExchange
    ) async throws -> Destination {
        try note(try await exchange.references(), at: exchange.remote, of: own)
    }

    @inline(never)
    private func note(
        _ theirs: [RemoteListing.Reference], at remote: Remote, of own: [(name: String, id: ObjectID)]
    ) throws -> Destination {
        let place = try photoPlace(at: remote.name)
        let pairs = theirs.compactMap { theirs in place.reference(theirs.name).map { ($0, theirs.id) } }
        let stands = Dictionary(pairs) { first, _ in first }
        for reference in own {
            // A commit that is not here was made by a copy of this device: nothing of it is known here.
            let known = stands[reference.name].flatMap { store.repository.contains($0) ? $0 : nil }
            try setNote(of: reference.name, at: remote, to: known)
        }
        try? local.write(Self.checkedName(remote.name), Array(now.rfc3339.utf8))
        return Destination(place: place, isProven: !stands.isEmpty)
    }

    /// Whether a remote is not known to have all of some references as they stand here.
    @inline(never)
    private func waits(_ own: [(name: String, id: ObjectID)], for remote: Remote) throws -> Bool {
        try own.contains { try noted($0.name, at: remote) != $0.id }
    }

    private func noted(_ reference: String, at remote: Remote) throws -> ObjectID? {
        try store.repository.reference(PhotoReferences.note(of: reference, at: remote.name))
    }

    /// What a remote lacks of some references.
    @inline(never)
    private func transfers(of own: [(name: String, id: ObjectID)], to remote: Remote) throws -> [PhotoTransfer] {
        try own.compactMap { try transfer(of: $0, to: remote) }
    }

    /// What a remote lacks of a reference; nil where that is nothing, or where it has what is not here.
    private func transfer(of own: (name: String, id: ObjectID), to remote: Remote) throws -> PhotoTransfer? {
        let theirs = try noted(own.name, at: remote)
        if theirs == own.id { return nil }
        if let theirs, try !store.repository.isAncestor(theirs, of: own.id) { return nil }
        return try PhotoTransfer(of: own.name, at: own.id, beyond: theirs, in: store.repository)
    }

    /// Sends a portion. A remote that refuses the first of all is offered a branch: many hosts take nothing else.
    @inline(never)
    private func send(
        _ portion: PhotoTransfer.Portion, over exchange: RemoteExchange, to destination: inout Destination
    ) async throws {
        var outcome = try await exchange.push(
            portion.commit, to: destination.place.name(of: portion.reference), seeksDeltas: false)
        if case .rejected(.remoteRejected) = outcome, destination.place == .references, !destination.isProven {
            let branch = PhotoPlace.branches.name(of: portion.reference)
            let second = try await exchange.push(portion.commit, to: branch, seeksDeltas: false)
            if second.isTaken {
                try setPhotoPlace(at: exchange.remote.name, to: .branches)
                destination.place = .branches
                outcome = second
            }
        }
        if let refusal = refusal(outcome, over: exchange) { throw refusal }
        destination.isProven = true
        try setNote(of: portion.reference, at: exchange.remote, to: portion.commit)
    }

    /// Why a remote did not take a portion; nil where it did.
    private func refusal(_ outcome: PushResult.Outcome, over exchange: RemoteExchange) -> ReplicaError? {
        let remote = exchange.remote
        switch outcome {
        case .created, .updated, .upToDate: return nil
        case .rejected(.diskFull(let reason)): return exchange.diskError(.diskFull, reason)
        case .rejected(.diskFailed(let reason)): return exchange.diskError(.diskFailed, reason)
        case .rejected(.nonFastForward), .rejected(.contended), .rejected(.locked):
            return ReplicaError(
                .busy, "another program sends photos of this device to ‘\(remote.name)’",
                hint: "The documents were sent. Run \(.sync) again in a moment: it continues with the photos.")
        case .rejected(.remoteRejected(let reason)), .rejected(.other(let reason)):
            let words = reason.split(separator: "\n").joined(separator: "; ")
            return ReplicaError(
                .rejected, "the remote ‘\(remote.name)’ accepted the documents but refused photos: \(words)",
                hint: "The photos are safe here. Whoever runs the remote can allow references below "
                    + "\(PhotoReferences.root), or branches below hometask/.")
        }
    }

    @inline(never)
    private func setNote(of reference: String, at remote: Remote, to new: ObjectID?) throws {
        let name = PhotoReferences.note(of: reference, at: remote.name)
        let old = try store.repository.reference(name)
        if old == new { return }
        guard let new else {
            if let old { _ = try store.repository.deleteReference(name, expecting: old) }
            return
        }
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: now.seconds)
        _ = try store.repository.moveReference(
            name, from: old, to: new, signature: signature, message: "\(Self.reflogPrefix)photos")
    }

    /// The originals of this device that the usual remote has not, by their ids in git; none where there is no remote.
    public func waitingPhotos() throws -> Set<String> {
        try recovering {
            guard let remote = try usualRemote() else { return [] }
            let own = try store.repository.references(
                under: "\(PhotoReferences.root)\(PhotoReferences.Content.originals.rawValue)/")
            return Set(try transfers(of: own, to: remote).flatMap { $0.originals.map { "\($0.blob)" } })
        }
    }
}

extension PushResult.Outcome {
    /// Whether the reference stands where it was to.
    var isTaken: Bool { if case .rejected = self { false } else { true } }
}

extension PhotoProgress {
    /// Tells of a portion under way, by how much of its objects the transport says has moved.
    func step(
        _ portion: Int, _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) -> @Sendable (TransportProgress) -> Void {
        progress(.photos(self))
        return { step in
            guard ["Writing objects", "Receiving objects"].contains(step.phase), step.total > 0 else { return }
            var moved = self
            moved.bytes += portion * min(step.done, step.total) / step.total
            progress(.photos(moved))
        }
    }
}
