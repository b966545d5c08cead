// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskHashing
public import HometaskReplica

/// Photos go after the documents, in portions that an interruption loses one of at the most, and thumbnails before
/// originals. What a remote has of this device's photos is noted in references below `refs/hometask/remotes/`, which decide
/// what is shown as waiting; what is sent is decided by what the remote says that it has.
extension GitReplica {
    /// How many bytes of originals the first portion has, and those after it at the most and at the least.
    private static var portions: (first: Int, largest: Int, smallest: Int) { (8 << 20, 64 << 20, 1 << 20) }
    /// How many seconds a portion is to take: shorter ones are followed by larger ones, longer ones by smaller ones.
    private static var portionSeconds: (least: Int, most: Int) { (10, 40) }
    /// After how many seconds a remote is asked again for what it has, though nothing waits to be sent.
    private static var noteLifetime: Int64 { 86_400 }

    /// Where it is noted when remotes were asked last for the photos that they have.
    private static func checkedName(_ remote: String) -> String {
        "photos-checked-" + SHA256.hexDigest(Array(remote.utf8)).prefix(16)
    }

    /// The reference in which it is noted where one of a remote's stands.
    private static func note(of reference: String, at remote: Remote) -> String {
        "\(PhotoReferences.root)remotes/\(remote.name)/\(reference.dropFirst(PhotoReferences.root.count))"
    }

    /// The references of this device's own photos, those of thumbnails first.
    private func ownReferences() throws -> [(name: String, id: ObjectID)] {
        try [PhotoReferences.Content.thumbnails, .originals].flatMap {
            try store.repository.references(under: "\(PhotoReferences.root)\($0.rawValue)/")
        }
    }

    /// Exchanges photos with the remotes. The documents were exchanged, so what goes wrong is told and undoes nothing.
    ///
    /// - Parameter old: the commit before anything was received.
    @inline(never)
    func photos(
        _ direction: SyncDirection, over exchanges: [RemoteExchange], since old: ObjectID?, _ report: SyncReport,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async -> PhotoReport {
        var photos = PhotoReport()
        for exchange in exchanges {
            do {
                let changed = try report.received == 0 ? [] : changedPaths(since: old)
                let distrusts = report.rolledBack.contains { $0.remote == exchange.remote.name }
                let part = try await exchangePhotos(
                    direction, over: exchange, changed: changed, distrusts: distrusts, progress)
                photos.sent = max(photos.sent, part.sent)
                photos.thumbnails += part.thumbnails
            } catch {
                let told = Self.told(error, in: folder) as? ReplicaError
                postpone(told ?? ReplicaError(.inputOutput, "\(error)"), in: &photos)
            }
        }
        return photos
    }

    /// Notes why photos were not exchanged. What this device could not read for a moment is no failure of a sync that has
    /// exchanged the documents: the next one looks at all photos.
    private func postpone(_ error: ReplicaError, in photos: inout PhotoReport) {
        try? local.write(Self.wantedName, [])
        if [.inputOutput, .damaged].contains(error.code) {
            photos.postponed = photos.postponed ?? error.message
        } else {
            photos.failure = photos.failure ?? error
        }
    }

    /// The documents that differ from those of a commit; nil for all.
    private func changedPaths(since old: ObjectID?) throws -> [DocumentPath]? {
        guard let tree = try old.flatMap({ try store.tree(of: $0) }) else { return nil }
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        return try reader.paths(changedSince: tree.description)
    }

    /// Exchanges photos with a remote whose documents were exchanged just now.
    ///
    /// - Parameters:
    ///   - changed: the documents that the exchange brought; nil for all.
    ///   - distrusts: whether what is noted of the remote counts for nothing: it lost commits.
    @inline(never)
    func exchangePhotos(
        _ direction: SyncDirection, over exchange: RemoteExchange, changed: [DocumentPath]?, distrusts: Bool,
        _ progress: @Sendable (SyncProgress) -> Void
    ) async throws -> PhotoReport {
        var report = PhotoReport()
        if direction != .pull {
            report.sent = try await sendPhotos(over: exchange, distrusts: distrusts, progress)
        }
        if direction != .push { report.thumbnails = try await fetchThumbnails(over: exchange, changed: changed) }
        return report
    }

    // MARK: Sending

    /// - Returns: how many originals were sent.
    @inline(never)
    private func sendPhotos(
        over exchange: RemoteExchange, distrusts: Bool, _ progress: @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let own = try ownReferences()
        if own.isEmpty { return 0 }
        let remote = exchange.remote
        let waits = try own.contains { try store.repository.reference(Self.note(of: $0.name, at: remote)) != $0.id }
        guard waits || distrusts || isCheckDue(remote) else { return 0 }
        try await lookAgain(at: own, over: exchange)
        let transfers = try own.compactMap { try transfer(of: $0, to: remote) }
        let originals = transfers.filter { !$0.reference.contains("/\(PhotoReferences.Content.thumbnails.rawValue)/") }
        let total = originals.reduce(0) { $0 + $1.originals.count }
        var sent = 0
        var size = Self.portions.first
        for transfer in transfers {
            let isOriginal = originals.contains { $0.reference == transfer.reference }
            var start = 0
            while let portion = transfer.portion(from: start, of: size) {
                if isOriginal { progress(.photos(done: sent, of: total)) }
                let began = ContinuousClock.now
                try await send(portion, over: exchange)
                start += portion.photos
                if isOriginal { sent += portion.photos }
                let seconds = Int((ContinuousClock.now - began).components.seconds)
                if seconds < Self.portionSeconds.least { size = min(size * 2, Self.portions.largest) }
                if seconds > Self.portionSeconds.most { size = max(size / 2, Self.portions.smallest) }
            }
        }
        return sent
    }

    private func isCheckDue(_ remote: Remote) -> Bool {
        guard let written = local.written(Self.checkedName(remote.name)) else { return true }
        return abs(now.seconds - Int64(written)) > Self.noteLifetime
    }

    /// Asks a remote what it has of this device's photos, and notes that.
    @inline(never)
    private func lookAgain(at own: [(name: String, id: ObjectID)], over exchange: RemoteExchange) async throws {
        let theirs = try await exchange.references().filter { $0.name.hasPrefix(PhotoReferences.root) }
        let stands = Dictionary(theirs.map { ($0.name, $0.id) }) { first, _ in first }
        for reference in own {
            // A commit that is not here was made by a copy of this device: nothing of it is known here.
            let known = stands[reference.name].flatMap { store.repository.contains($0) ? $0 : nil }
            try setNote(of: reference.name, at: exchange.remote, to: known)
        }
        try? local.write(Self.checkedName(exchange.remote.name), [])
    }

    /// What a remote lacks of a reference; nil where that is nothing, or where it has what is not here.
    private func transfer(of own: (name: String, id: ObjectID), to remote: Remote) throws -> PhotoTransfer? {
        let theirs = try store.repository.reference(Self.note(of: own.name, at: remote))
        if theirs == own.id { return nil }
        if let theirs, try !store.repository.isAncestor(theirs, of: own.id) { return nil }
        return try PhotoTransfer(of: own.name, at: own.id, beyond: theirs, in: store.repository)
    }

    @inline(never)
    private func send(_ portion: PhotoTransfer.Portion, over exchange: RemoteExchange) async throws {
        let remote = exchange.remote
        switch try await exchange.push(portion.commit, to: portion.reference) {
        case .created, .updated, .upToDate:
            try setNote(of: portion.reference, at: remote, to: portion.commit)
        case .rejected(.diskFull(let reason)): throw exchange.diskError(.diskFull, reason)
        case .rejected(.diskFailed(let reason)): throw exchange.diskError(.diskFailed, reason)
        case .rejected(.nonFastForward), .rejected(.contended), .rejected(.locked):
            throw ReplicaError(
                .busy, "another program sends photos of this device to ‘\(remote.name)’",
                hint: "The documents are there. Run 'hometask sync' again in a moment: it carries on with the photos.")
        case .rejected(.remoteRejected(let reason)), .rejected(.other(let reason)):
            let words = reason.split(separator: "\n").joined(separator: "; ")
            throw ReplicaError(
                .rejected, "the remote ‘\(remote.name)’ took the documents and refused photos: \(words)",
                hint:
                    "The photos are safe here. Whoever runs the remote can allow references below \(PhotoReferences.root)."
            )
        }
    }

    private func setNote(of reference: String, at remote: Remote, to new: ObjectID?) throws {
        let name = Self.note(of: reference, at: remote)
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
            let remotes = try remotes()
            guard let remote = remotes.first(where: { $0.name == Self.defaultRemote }) ?? remotes.first else {
                return []
            }
            let own = try store.repository.references(
                under: "\(PhotoReferences.root)\(PhotoReferences.Content.originals.rawValue)/")
            let transfers = try own.compactMap { try transfer(of: $0, to: remote) }
            return Set(transfers.flatMap { $0.originals.map { "\($0.blob)" } })
        }
    }

    // MARK: Fetching

    /// Where it is noted that thumbnails are missing that documents name.
    private static var wantedName: String { "thumbnails-wanted" }

    /// Brings thumbnails where documents name some that are not here.
    ///
    /// - Returns: how many of those came.
    @inline(never)
    private func fetchThumbnails(over exchange: RemoteExchange, changed: [DocumentPath]?) async throws -> Int {
        let isWanted = local.written(Self.wantedName) != nil
        let before = try missingThumbnails(among: isWanted ? nil : changed)
        if before == 0 {
            if isWanted { try local.write(Self.wantedName, nil) }
            return 0
        }
        try local.write(Self.wantedName, [])
        let thumbs = PhotoReferences.Content.thumbnails.rawValue
        try await exchange.fetch(
            ["+\(PhotoReferences.root)\(thumbs)/*:\(PhotoReferences.root)remotes/\(exchange.remote.name)/\(thumbs)/*"])
        try store.repository.refresh()
        let after = try missingThumbnails(among: isWanted ? nil : changed)
        if after == 0 { try local.write(Self.wantedName, nil) }
        return before - after
    }

    /// How many thumbnails that documents name are not here.
    ///
    /// - Parameter changed: the documents in question; nil for all.
    private func missingThumbnails(among changed: [DocumentPath]?) throws -> Int {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        var ids: [ObjectID] = []
        func add(_ members: JSONObject) {
            if members["erased"] == nil, let id = members["thumbnail"]?.stringValue.flatMap({ ObjectID(hex: $0) }) {
                ids.append(id)
            }
        }
        if let changed {
            for path in changed where path.kind == .photo {
                if let members = try reader.readableMembers(at: path) { add(members) }
            }
        } else {
            try reader.forEachMembers(of: .photo, selecting: ["erased", "thumbnail"]) { _, members in add(members) }
        }
        return ids.isEmpty ? 0 : try store.repository.missing(Array(Set(ids))).count
    }

    /// The most originals that are asked for at once, and the most bytes of them.
    private static var request: (count: Int, bytes: Int) { (50, 64 << 20) }

    /// Brings originals that this device does not hold, one request after the other.
    public func fetchOriginals(
        of photos: [PhotoRecord], remote name: String?, timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let held = try held(photos)
        let wanted = photos.filter { !held.contains($0.id) && $0.erasedAt == nil && $0.git != nil }
        if wanted.isEmpty { return 0 }
        do {
            let remote = try usualRemote(name)
            let exchange = try RemoteExchange(
                remote, gitDirectory: store.gitDirectory, timeout: timeout, find: surroundings.findTransport, progress)
            var rest = wanted[...]
            var done = 0
            while !rest.isEmpty {
                progress(.photos(done: done, of: wanted.count))
                var bytes = 0
                let part = rest.prefix(Self.request.count).prefix { photo in
                    bytes += photo.bytes ?? 0
                    return bytes <= Self.request.bytes
                }
                let chosen = part.isEmpty ? rest.prefix(1) : part
                try await exchange.fetch(Array(Set(chosen.compactMap(\.git))).sorted())
                try store.repository.refresh()
                done += chosen.count
                rest = rest.dropFirst(chosen.count)
            }
            return try self.held(wanted).count
        } catch {
            throw Self.told(error, in: folder)
        }
    }

    private func usualRemote(_ name: String?) throws -> Remote {
        let known = try remotes()
        let found =
            name.map { name in known.first { $0.name == name } }
            ?? known.first { $0.name == Self.defaultRemote } ?? known.first
        guard let found else {
            throw ReplicaError(
                .notConfigured, name.map { "there is no remote called ‘\($0)’" } ?? "this family has no remote",
                hint: "Add one with 'hometask remote add origin URL'.")
        }
        return found
    }
}
