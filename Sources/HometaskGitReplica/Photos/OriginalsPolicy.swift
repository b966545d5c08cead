// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskHashing
import HometaskReplica

/// Fetches the originals that a device should have automatically. The last search is recorded, so that only newer
/// photos are examined. If a remote lacked some originals, it is asked for them again when its references have moved.
struct OriginalsPolicy {
    private static let markName = "originals-brought"

    let store: FamilyStore
    let photos: PhotoStore
    let fetcher: OriginalsFetcher
    let clock: @Sendable () -> Timestamp

    /// Fetches the originals that a policy selects; nil for the family's policy.
    ///
    /// - Returns: the number of originals that were fetched.
    nonisolated(nonsending) func fetch(_ policy: PhotoPolicy?, from names: [String]) async throws -> Int {
        let policy = try policy ?? familyPolicy()
        if policy == .none { return 0 }
        return try await fetch(by: policy, from: RemoteSettings(store: store).named(names))
    }

    private func familyPolicy() throws -> PhotoPolicy {
        let reader = try GitReader(tipOf: store)
        return try reader.readableMembers(at: .family).flatMap { FamilyRecord($0)?.photoPolicy } ?? .usual
    }

    private nonisolated(nonsending) func fetch(by policy: PhotoPolicy, from remotes: [Remote]) async throws -> Int {
        let old = try mark(of: policy)
        let (chosen, version) = try chosen(policy, since: old)
        var mark = OriginalsMark(policy: policy, version: version)
        // Only the originals that were missing the last time: they can be available only if references have moved.
        if let old, !old.absent.isEmpty {
            mark.references = try await references(of: remotes)
            if mark.references == old.references, chosen.allSatisfy({ old.absent.contains($0.id) }) {
                mark.absent = old.absent
                try recordMark(mark, after: old)
                return 0
            }
        }
        let count = chosen.isEmpty ? 0 : try await fetcher.fetch(chosen, from: remotes)
        let held = try photos.heldPhotos(among: chosen)
        mark.absent = Set(chosen.map(\.id)).subtracting(held)
        if mark.absent.isEmpty { mark.references = "" }
        try recordMark(mark, after: old)
        return count
    }

    /// Returns the record of this policy's last application; nil if another policy was applied last.
    private func mark(of policy: PhotoPolicy) throws -> OriginalsMark? {
        try store.local.read(Self.markName).flatMap { OriginalsMark($0) }.flatMap { $0.policy == policy ? $0 : nil }
    }

    private func recordMark(_ mark: OriginalsMark, after old: OriginalsMark?) throws {
        if mark != old { try store.local.replaceFile(Self.markName, mark.bytes) }
    }

    /// Returns the photos that a policy selects, among those that arrived since the last time and those that were
    /// missing then; and the version that was examined.
    private func chosen(
        _ policy: PhotoPolicy, since mark: OriginalsMark?
    ) throws -> (photos: [PhotoRecord], version: String) {
        let reader = try GitReader(tipOf: store)
        var photos: [PhotoRecord] = []
        if let mark, let changed = try reader.paths(changedSince: mark.version) {
            let absent = mark.absent.compactMap { DocumentPath(kind: .photo, id: $0) }
            for path in Set(changed.filter { $0.kind == .photo }).union(absent) {
                if let photo = try reader.readableMembers(at: path).flatMap({ PhotoRecord($0) }) {
                    photos.append(photo)
                }
            }
        } else {
            try reader.forEachMembers(of: .photo) { _, members in
                if let photo = PhotoRecord(members) { photos.append(photo) }
            }
        }
        let now = clock()
        return (photos.filter { policy.wants($0, at: now) }.sorted { $0.id < $1.id }, reader.version)
    }

    /// Returns a digest of the photo references that remotes have.
    private nonisolated(nonsending) func references(of remotes: [Remote]) async throws -> String {
        var lines: [String] = []
        for remote in remotes {
            let exchange = try RemoteExchange(
                remote, gitDirectory: store.gitDirectory, timeout: fetcher.timeout, isLong: false,
                find: fetcher.find, progress: { _ in })
            for reference in try await exchange.listing().references {
                guard PhotoPlace.allCases.contains(where: { $0.reference(reference.name) != nil }) else { continue }
                lines.append("\(remote.name) \(reference.name) \(reference.id)\n")
            }
        }
        return SHA256.hexDigest(Array(lines.joined().utf8))
    }
}
