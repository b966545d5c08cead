// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskQueries
import HometaskReplica

/// Sends this device's photos. Nothing is fetched for this.
struct PhotoSender {
    let store: FamilyStore
    let notes: RemotePhotos
    let erasure: PhotoErasure
    let fork: PhotoFork

    /// Sends the photos that a remote lacks. If another sender acts as this device at the same time, asks once more.
    ///
    /// - Parameter distrusts: whether to ignore the records about the remote, because it has lost commits.
    /// - Returns: the number of files of originals that were sent.
    nonisolated(nonsending) func send(
        over exchange: RemoteExchange, distrusts: Bool, progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let own = try PhotoReferences.own(in: store)
        guard try !own.isEmpty && (distrusts || notes.isToAsk(exchange.remote, for: own)) else { return 0 }
        do {
            return try await send(over: exchange, whichHas: exchange.listing(), progress: progress)
        } catch let error as ReplicaError where error.code == .busy {
            return try await send(over: exchange, whichHas: exchange.newListing(), progress: progress)
        }
    }

    /// Sends the photos that a remote lacks.
    ///
    /// - Parameter listing: the references of the remote.
    private nonisolated(nonsending) func send(
        over exchange: RemoteExchange, whichHas listing: RemoteListing,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let remote = exchange.remote
        var place = try recordDestination(listing, at: remote)
        let own = try PhotoReferences.own(in: store)
        let refusal = try await replaceErased(own, over: exchange, at: place.place)
        let transfers = try notes.transfers(of: own, to: remote)
        // One file may be the original of several photos.
        let originals = transfers.filter(\.hasOriginals).flatMap(\.originals)
        let sizes = Dictionary(originals.map { ($0.blob, $0.bytes) }, uniquingKeysWith: { first, _ in first })
        var files: Set<ObjectID> = []
        var done = PhotoProgress(
            isSending: true, totalPhotos: sizes.count, totalBytes: sizes.values.reduce(0, +))
        var size = PortionSize(for: remote.url)
        for transfer in transfers {
            var start = 0
            while let portion = transfer.portion(from: start, of: size.bytes) {
                let began = ContinuousClock.now
                let blobs = transfer.originals.dropFirst(start).prefix(portion.photos).map(\.blob)
                let new = transfer.hasOriginals ? Set(blobs).subtracting(files) : []
                let bytes = new.reduce(0) { $0 + (sizes[$1] ?? 0) }
                let telling = transfer.hasOriginals ? exchange.telling(done.step(bytes, progress)) : exchange
                try await send(portion, over: telling, to: &place)
                start += portion.photos
                files.formUnion(new)
                done.photos = files.count
                done.bytes += bytes
                size.adapt(afterSending: portion.bytes, in: ContinuousClock.now - began)
            }
        }
        if let refusal { throw refusal }
        return files.count
    }

    /// Returns whether a remote must be asked which of this device's photos it has.
    func isToAsk(_ remote: Remote) throws -> Bool { try notes.isToAsk(remote, for: PhotoReferences.own(in: store)) }

    /// Replaces references at a remote with those that were rewritten without erased photos, if it has the earlier
    /// ones.
    ///
    /// - Returns: why the remote keeps its references.
    private nonisolated(nonsending) func replaceErased(
        _ own: [(name: String, id: ObjectID)], over exchange: RemoteExchange, at place: PhotoPlace
    ) async throws -> ReplicaError? {
        var refusal: ReplicaError?
        for reference in own {
            guard let theirs = try earlierWriting(of: reference, at: exchange.remote) else { continue }
            let name = place.name(of: reference.name)
            let outcome = try await exchange.push(
                reference.id, to: name, replacing: theirs, seeksDeltas: false)
            if outcome.isTaken {
                try notes.setNote(of: reference.name, at: exchange.remote, to: reference.id)
            } else if let reason = self.refusal(outcome, over: exchange) {
                refusal = ReplicaError(
                    reason.code,
                    "the remote ‘\(exchange.remote.name)’ keeps photos that were erased: \(reason.message)",
                    hint: "Whoever runs the remote can delete its reference \(name); the next sync recreates it.")
            }
        }
        return refusal
    }

    /// Returns a remote's commit of a reference that was since rewritten without erased photos; nil if the remote has
    /// anything else.
    private func earlierWriting(of own: (name: String, id: ObjectID), at remote: Remote) throws -> ObjectID? {
        guard let theirs = try notes.noted(own.name, at: remote), theirs != own.id,
            try !store.repository.commits.isAncestor(theirs, of: own.id),
            try erasure.isEarlierWriting(theirs, of: own.id)
        else { return nil }
        return theirs
    }

    /// Records which of this device's photos a remote has, and moves those that a copy of the device prevents from
    /// being sent.
    private func recordDestination(_ listing: RemoteListing, at remote: Remote) throws -> RemotePhotos.Destination {
        let own = try PhotoReferences.own(in: store)
        let (destination, theirs) = try notes.recordPhotos(listing.references, at: remote, of: own)
        try fork.settle(own, at: remote, theirs: theirs)
        return destination
    }

    /// Sends a portion. If a remote refuses the very first one, it is offered a branch: many hosts accept nothing else.
    private nonisolated(nonsending) func send(
        _ portion: PhotoTransfer.Portion, over exchange: RemoteExchange, to destination: inout RemotePhotos.Destination
    ) async throws {
        var outcome = try await exchange.push(
            portion.commit, to: destination.place.name(of: portion.reference), seeksDeltas: false)
        if case .rejected(.remoteRejected) = outcome, destination.place == .references, !destination.isProven {
            let branch = PhotoPlace.branches.name(of: portion.reference)
            let second = try await exchange.push(portion.commit, to: branch, seeksDeltas: false)
            if second.isTaken {
                try RemoteSettings(store: store).setPhotoPlace(at: exchange.remote.name, to: .branches)
                destination.place = .branches
                outcome = second
            }
        }
        if let refusal = refusal(outcome, over: exchange) { throw refusal }
        destination.isProven = true
        try notes.setNote(of: portion.reference, at: exchange.remote, to: portion.commit)
    }

    /// Returns why a remote did not accept a portion; nil if it did.
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
}

extension PushResult.Outcome {
    /// Whether the reference was updated as intended.
    fileprivate var isTaken: Bool { if case .rejected = self { false } else { true } }
}
