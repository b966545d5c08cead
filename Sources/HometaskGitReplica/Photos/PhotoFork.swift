// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Moves photos away from references that a copy of this device writes as well: a copied folder, or this device before
/// its disk was restored to an older state.
///
/// A remote's reference with unknown or diverging commits was written by a copy: commits of another process of this
/// device are here. The part of such a reference that the remote lacks continues under the device's current actor, and
/// the reference returns to the commit that both copies have.
struct PhotoFork {
    let store: FamilyStore
    let identities: IdentityStore
    let notes: RemotePhotos
    let erasure: PhotoErasure

    /// Moves the photos that a remote cannot receive under their present references.
    ///
    /// - Parameter theirs: the remote's references, by their names here.
    func settle(
        _ own: [(name: String, id: ObjectID)], at remote: Remote, theirs: [String: ObjectID]
    ) throws {
        for reference in own {
            guard let tip = theirs[reference.name], try isForked(reference.id, from: tip) else { continue }
            let base = try notes.noted(reference.name, at: remote).flatMap { note in
                try store.repository.commits.isAncestor(note, of: reference.id) ? note : nil
            }
            if base != reference.id { try move(reference, beyond: base) }
        }
    }

    private func isForked(_ own: ObjectID, from theirs: ObjectID) throws -> Bool {
        guard store.repository.contains(theirs) else { return true }
        return try !store.repository.commits.isAncestor(theirs, of: own)
            && !store.repository.commits.isAncestor(own, of: theirs) && !erasure.isEarlierWriting(theirs, of: own)
    }

    /// Moves the commits of a reference after a common one to the reference of the current actor for the same month. A
    /// kill between the two steps leaves the photos in both.
    private func move(_ reference: (name: String, id: ObjectID), beyond base: ObjectID?) throws {
        let parts = reference.name.dropFirst(PhotoReferences.root.count).split(separator: "/")
        guard parts.count == 3, let content = PhotoReferences.Content(rawValue: String(parts[0])),
            let former = ActorID(parts[1])
        else { return }
        let name = PhotoReferences.folder(content, of: try actor(after: former)) + parts[2]
        let signature = try store.repository.commits.read(reference.id).committer
        let message = "\(FamilyBranch.reflogPrefix)photos of a copied device"
        try Contention.retrying(or: Self.overtaken) { () -> Void? in
            let before = try store.repository.references.target(of: name)
            let chain = try chain(from: reference.id, beyond: base, onto: before)
            try store.repository.packs.storeKept(chain.objects)
            let outcome = try store.repository.references.move(
                name, from: before, to: chain.tip, signature: signature, message: message)
            return outcome == .moved ? () : nil
        }
        try store.repository.references.flushReference(name)
        // A photo that another process adds at this moment keeps the reference; the next sync moves it.
        if let base {
            _ = try store.repository.references.move(
                reference.name, from: reference.id, to: base, signature: signature, message: message)
        } else {
            _ = try store.repository.references.delete(reference.name, expecting: reference.id)
        }
    }

    /// Returns this device's current actor, or a new one if the copy still writes as the current one.
    private func actor(after former: ActorID) throws -> ActorID {
        let identity = try identities.current()
        guard identity.actor == former else { return identity.actor }
        try identities.drawActor(after: identity)
        return try identities.current().actor
    }

    /// Recreates the commits of a reference after a common one on top of another commit.
    private func chain(
        from tip: ObjectID, beyond base: ObjectID?, onto start: ObjectID?
    ) throws -> (tip: ObjectID, objects: [(id: ObjectID, object: StoredObject)]) {
        var commits: [Commit] = []
        var next: ObjectID? = tip
        while let id = next, id != base {
            let commit = try store.repository.commits.read(id)
            commits.append(commit)
            next = commit.parents.first
        }
        var parent = start
        var objects: [(id: ObjectID, object: StoredObject)] = []
        for commit in commits.reversed() {
            let object = StoredObject.commit(
                tree: commit.tree, parents: [parent].compactMap(\.self), author: commit.author,
                committer: commit.committer, message: commit.message)
            let id = try object.name()
            objects.append((id, object))
            parent = id
        }
        return (parent ?? tip, objects)
    }

    private static var overtaken: ReplicaError {
        ReplicaError(
            .busy,
            "other programs stored photos of this family \(Contention.attempts) times in a row during the sync",
            hint: "Run \(.sync): it continues from here.")
    }
}
