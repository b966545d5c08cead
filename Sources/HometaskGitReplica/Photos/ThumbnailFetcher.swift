// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Fetches the thumbnails of others' photos, with the references that contain them.
struct ThumbnailFetcher {
    /// The record that thumbnails named by documents are missing.
    private static let wantedName = "thumbnails-wanted"

    /// The number of a remote's thumbnail references from which the remote is first asked for the moved ones: in a
    /// fetch of all, git names each of them to the remote.
    private static let manyReferences = 64

    let store: FamilyStore

    /// Makes the next sync search for the thumbnails of all photos.
    func wantAll() { try? store.local.replaceFile(Self.wantedName, []) }

    /// Fetches missing thumbnails that documents name.
    ///
    /// - Parameter changed: the documents that may name some; nil for all.
    /// - Returns: the number of thumbnails that were fetched.
    nonisolated(nonsending) func fetch(over exchange: RemoteExchange, changed: [DocumentPath]?) async throws -> Int {
        let isWanted = store.local.written(Self.wantedName) != nil
        let before = try missing(among: isWanted ? nil : changed)
        if before.isEmpty {
            if isWanted { try store.local.replaceFile(Self.wantedName, nil) }
            return 0
        }
        try store.local.replaceFile(Self.wantedName, [])
        let folder = "\(PhotoReferences.root)\(PhotoReferences.Content.thumbnails.rawValue)/"
        let noted = PhotoReferences.recordName(of: folder, at: exchange.remote.name)
        // Each device determines on its own where a host accepts them, so they may be in both places.
        let refspecs = PhotoPlace.allCases.map { "+\($0.name(of: folder))*:\(noted)*" }
        if try store.repository.references.all(under: noted).count < Self.manyReferences {
            try await exchange.fetch(refspecs, keepsPack: true)
        } else {
            let moved = try moved(try await exchange.newListing().references, in: folder, at: exchange.remote)
            let isFew = moved.count < Self.manyReferences
            if !moved.isEmpty { try await exchange.fetch(isFew ? moved : refspecs, keepsPack: true) }
        }
        try store.repository.refresh()
        var after = try missing(among: isWanted ? nil : changed)
        if !after.isEmpty, leads(noted, to: after) {
            try await exchange.fetch(refspecs, keepsPack: true, wantsAll: true)
            try store.repository.refresh()
            after = try missing(among: isWanted ? nil : changed)
        }
        if after.isEmpty { try store.local.replaceFile(Self.wantedName, nil) }
        return before.count - after.count
    }

    /// Refspecs for the references of a remote that are not at the commits that are recorded here.
    private func moved(
        _ listed: [RemoteListing.Reference], in folder: String, at remote: Remote
    ) throws -> [String] {
        try listed.compactMap { theirs in
            guard let name = PhotoPlace.allCases.lazy.compactMap({ $0.reference(theirs.name) }).first,
                name.hasPrefix(folder)
            else { return nil }
            let record = PhotoReferences.recordName(of: name, at: remote.name)
            let isMoved = try store.repository.references.target(of: record) != theirs.id
            return isMoved ? "+\(theirs.name):\(record)" : nil
        }
    }

    /// Returns whether references here lead to missing files, as after the loss of a pack: a fetch does not receive
    /// those again unless it requests everything.
    private func leads(_ noted: String, to files: [ObjectID]) -> Bool {
        do {
            return try store.repository.references.all(under: noted).contains { reference in
                let held = Set(try PhotoRewriting.files(of: reference.id, in: store.repository))
                return files.contains { held.contains($0) }
            }
        } catch {
            return true
        }
    }

    /// Returns the missing thumbnails that documents name.
    ///
    /// - Parameter changed: the documents in question; nil for all.
    private func missing(among changed: [DocumentPath]?) throws -> [ObjectID] {
        let reader = try GitReader(tipOf: store)
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
        return ids.isEmpty ? [] : try store.repository.missing(Array(Set(ids)))
    }
}
