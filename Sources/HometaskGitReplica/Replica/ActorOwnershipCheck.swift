// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskPlatform

/// Checks whether another writer uses this device's actor: a copy of the device, or the device itself before its disk
/// was restored to an older state.
struct ActorOwnershipCheck {
    let store: FamilyStore

    /// Returns the tips of all branches, here and as last fetched from remotes; nil if one of them knows more events of
    /// an identity's actor than this device has announced.
    ///
    /// The events that a device has announced only grow in number, so each tip is checked only once; the identity
    /// remembers the checked ones. The cost depends on the differences between a tip and the last announced commit.
    func checkedTips(for identity: DeviceIdentity, _ tip: ObjectID?) throws -> Set<ObjectID>? {
        do {
            var tips = Set(try store.repository.references.all(under: "refs/heads/").map(\.id))
            tips.formUnion(try store.repository.references.all(under: "refs/remotes/").map(\.id))
            if let tip { tips.insert(tip) }
            if let announced = identity.announced { tips.remove(announced) }
            for tip in tips.subtracting(identity.checkedTips) {
                // A tip that cannot be compared (a hostile or damaged tree) cannot be merged either, so it is ignored.
                if (try? knowsMore(tip, than: identity)) == true { return nil }
            }
            return tips
        } catch {
            throw error.replicaError(subject: "the branches")
        }
    }

    private func knowsMore(_ tip: ObjectID, than identity: DeviceIdentity) throws(GitError) -> Bool {
        let theirs = try store.repository.commits.tree(of: tip)
        guard let announced = identity.announced else { return try names(theirs, identity) }
        let differences = try store.repository.trees.changes(
            from: store.repository.commits.tree(of: announced), to: theirs)
        return differences.contains { difference in
            guard let entry = difference.new, difference.path.hasSuffix(".json") else { return false }
            let known = difference.old.map { lastEvent(of: identity.actor, in: $0) } ?? 0
            return lastEvent(of: identity.actor, in: entry) > known
        }
    }

    /// Returns whether the device's document names the actor: the first commit of every actor ensures that.
    private func names(_ tree: ObjectID, _ identity: DeviceIdentity) throws(GitError) -> Bool {
        guard let path = DocumentPath(kind: .device, id: identity.device),
            let entry = try store.repository.trees.entry(at: path.text, in: tree)
        else { return false }
        return lastEvent(of: identity.actor, in: entry) > 0
    }

    private func lastEvent(of actor: ActorID, in entry: TreeEntry) -> Int64 {
        guard entry.mode.isFile,
            let bytes = try? store.repository.readBlob(entry.id, limit: JSONLimits.document.bytes),
            Self.contains(bytes, actor.text), let document = try? Document(decoding: bytes)
        else { return 0 }
        return document.seen[actor]
    }

    /// Returns whether a text occurs in bytes. Most documents do not name the actor and need not be decoded.
    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        let sought = Array(text.utf8)
        return bytes.withUnsafeBytes { bytes in
            var start = 0
            while let base = bytes.baseAddress, bytes.count - start >= sought.count,
                let found = memchr(base + start, Int32(sought[0]), bytes.count - start - sought.count + 1)
            {
                if memcmp(found, sought, sought.count) == 0 { return true }
                start = UnsafeRawPointer(found) - base + 1
            }
            return false
        }
    }
}
