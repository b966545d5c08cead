// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskGit
import HometaskHashing
public import HometaskReplica

/// Brings the originals that a device is to hold by itself. What was looked for is noted, so that only what came since
/// is looked at, and a remote that lacks some is asked for these when its references have moved.
extension GitReplica {
    private static var markName: String { "originals-brought" }

    /// Brings the originals that a policy chooses.
    public func fetchOriginals(
        by policy: PhotoPolicy?, remotes names: [String], timeout: Int,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        do {
            let policy = try policy ?? familyPolicy()
            if policy == .none { return 0 }
            return try await fetchOriginals(policy, try remotes(named: names), timeout, progress)
        } catch {
            throw Self.told(error, in: folder)
        }
    }

    @inline(never)
    private func familyPolicy() throws -> PhotoPolicy {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
        return try reader.readableMembers(at: .family).flatMap { FamilyRecord($0)?.photoPolicy } ?? .usual
    }

    @inline(never)
    private func fetchOriginals(
        _ policy: PhotoPolicy, _ remotes: [Remote], _ timeout: Int,
        _ progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> Int {
        let old = try mark(of: policy)
        let (photos, version) = try chosen(policy, since: old)
        var mark = OriginalsMark(policy: policy, version: version)
        // Nothing but what was missing the last time: it is there now if references have moved.
        if let old, !old.absent.isEmpty {
            mark.references = try await references(of: remotes, timeout)
            if mark.references == old.references, photos.allSatisfy({ old.absent.contains($0.id) }) {
                mark.absent = old.absent
                try note(mark, after: old)
                return 0
            }
        }
        let count = photos.isEmpty ? 0 : try await bring(photos, from: remotes, timeout: timeout, progress)
        let held = try held(photos)
        mark.absent = Set(photos.map(\.id)).subtracting(held)
        if mark.absent.isEmpty { mark.references = "" }
        try note(mark, after: old)
        return count
    }

    /// What was noted when this policy was followed last; nil where that was another.
    @inline(never)
    private func mark(of policy: PhotoPolicy) throws -> OriginalsMark? {
        try local.read(Self.markName).flatMap { OriginalsMark($0) }.flatMap { $0.policy == policy ? $0 : nil }
    }

    @inline(never)
    private func note(_ mark: OriginalsMark, after old: OriginalsMark?) throws {
        if mark != old { try local.write(Self.markName, mark.bytes) }
    }

    /// The photos that a policy chooses of those that came since it was asked last, and of those that were missing
    /// then; and the version that was looked at.
    @inline(never)
    private func chosen(
        _ policy: PhotoPolicy, since mark: OriginalsMark?
    ) throws -> (photos: [PhotoRecord], version: String) {
        let reader = GitReader(store, tree: try store.tree(of: store.branch().tip), workTree: nil)
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
        return (photos.filter { policy.wants($0, at: now) }.sorted { $0.id < $1.id }, reader.version)
    }

    /// The photo references that remotes have, as one digest.
    @inline(never)
    private func references(of remotes: [Remote], _ timeout: Int) async throws -> String {
        var lines: [String] = []
        for remote in remotes {
            let exchange = try RemoteExchange(
                remote, gitDirectory: store.gitDirectory, timeout: timeout, isLong: false,
                find: dependencies.findTransport, { _ in })
            for reference in try await exchange.references() {
                guard PhotoPlace.allCases.contains(where: { $0.reference(reference.name) != nil }) else { continue }
                lines.append("\(remote.name) \(reference.name) \(reference.id)\n")
            }
        }
        return SHA256.hexDigest(Array(lines.joined().utf8))
    }
}

/// What was looked for when originals were brought last.
private struct OriginalsMark: Equatable {
    let policy: PhotoPolicy
    /// The version of the documents that were looked at.
    let version: String
    /// The photo references that remotes had then, as a digest; empty where that was not asked.
    var references = ""
    /// The photos of which no remote had the original.
    var absent: Set<DocumentID> = []

    init(policy: PhotoPolicy, version: String) {
        self.policy = policy
        self.version = version
    }

    /// Reads what ``bytes`` gives; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let object = try? JSON.parse(bytes).objectValue,
            let policy = object["policy"]?.stringValue.flatMap({ PhotoPolicy(rawValue: $0) }),
            let version = object["version"]?.stringValue, let references = object["references"]?.stringValue,
            let absent = object["absent"]?.arrayValue
        else { return nil }
        self.policy = policy
        self.version = version
        self.references = references
        self.absent = Set(absent.compactMap { $0.stringValue.flatMap { DocumentID($0) } })
    }

    var bytes: [UInt8] {
        let object: JSONObject = [
            "policy": .string(policy.rawValue), "version": .string(version), "references": .string(references),
            "absent": .array(absent.sorted().map { .string($0.description) }),
        ]
        return object.canonicalBytes()
    }
}
