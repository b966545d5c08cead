// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Fetches the thumbnails of others' photos, with the references that contain them.
struct ThumbnailFetcher {
    /// The record that thumbnails which documents name are missing.
    private static let wantedName = "thumbnails-wanted"

    let store: FamilyStore

    /// Makes the next sync search for the thumbnails of all photos.
    @inline(never)
    func wantAll() { try? store.local.replaceFile(Self.wantedName, []) }

    /// Fetches missing thumbnails that documents name.
    ///
    /// - Parameter changed: the documents that may name some; nil for all.
    /// - Returns: the number of thumbnails that were fetched.
    @inline(never)
    nonisolated(nonsending) func fetch(over exchange: RemoteExchange, changed: [DocumentPath]?) async throws -> Int {
        let isWanted = store.local.written(Self.wantedName) != nil
        let before = try missing(among: isWanted ? nil : changed)
        if before == 0 {
            if isWanted { try store.local.replaceFile(Self.wantedName, nil) }
            return 0
        }
        try store.local.replaceFile(Self.wantedName, [])
        let folder = "\(PhotoReferences.root)\(PhotoReferences.Content.thumbnails.rawValue)/*"
        let noted = PhotoReferences.recordName(of: folder, at: exchange.remote.name)
        // Each device determines on its own where a host accepts them, so they may be in both places.
        try await exchange.fetch(PhotoPlace.allCases.map { "+\($0.name(of: folder)):\(noted)" }, keepsPack: true)
        try store.repository.refresh()
        let after = try missing(among: isWanted ? nil : changed)
        if after == 0 { try store.local.replaceFile(Self.wantedName, nil) }
        return before - after
    }

    /// The number of missing thumbnails that documents name.
    ///
    /// - Parameter changed: the documents in question; nil for all.
    @inline(never)
    private func missing(among changed: [DocumentPath]?) throws -> Int {
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
        return ids.isEmpty ? 0 : try store.repository.missing(Array(Set(ids))).count
    }
}
