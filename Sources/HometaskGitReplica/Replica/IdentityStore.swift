// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging

/// Stores the identity of this device, and draws a new actor if the old one may be in use elsewhere.
struct IdentityStore {
    private let store: FamilyStore
    /// Held while an identity is drawn.
    private let lock: ProcessLock
    private let machine: String?
    private let entropy: Entropy

    init(_ store: FamilyStore, lock: ProcessLock, dependencies: Dependencies) {
        self.store = store
        self.lock = lock
        machine = dependencies.machine
        entropy = dependencies.entropy
    }

    /// Returns the stored identity; nil on a device that has not written yet.
    func stored() throws -> DeviceIdentity? {
        try store.local.read(DeviceIdentity.localName).flatMap { DeviceIdentity($0) }
    }

    /// Returns the identity to write with.
    ///
    /// - Parameter branch: the branch as it was read before. Another process may have announced a commit on top of that
    ///   tip since. Before a new actor is drawn, the branch is therefore read again under its lock.
    func current(on branch: (name: String, tip: ObjectID?)) throws -> DeviceIdentity {
        let place = try MachineFolder(of: store.gitDirectory, on: machine)
        if let stored = try stored(), try mayWrite(as: stored, on: branch.tip, at: place) { return stored }
        return try lock.withLock {
            let stored = try stored()
            let branch = try store.branch()
            if let stored, try mayWrite(as: stored, on: branch.tip, at: place) { return stored }
            let identity =
                stored?.withNewActor(at: place, from: entropy)
                ?? DeviceIdentity(named: MachineFolder.hostName(), at: place, from: entropy)
            try keep(identity)
            return identity
        }
    }

    /// Returns the identity to write with on the current branch.
    func current() throws -> DeviceIdentity { try current(on: store.branch()) }

    /// - Parameter durably: whether it must survive a power cut on its own: false if the journal contains it too.
    func keep(_ identity: DeviceIdentity, durably: Bool = true) throws {
        if durably {
            try store.local.replaceFile(DeviceIdentity.localName, identity.bytes, durably: true)
        } else {
            try store.local.update(DeviceIdentity.localName, identity.bytes)
        }
    }

    /// Sets the member for whom the device writes; the family learns of it with the next write.
    func setMember(_ member: DocumentID?) throws {
        try lock.withLock {
            var identity = try current()
            guard identity.member != member else { return }
            identity.member = member
            identity.isDeclared = false
            try keep(identity)
        }
    }

    /// Draws a new actor, unless another process has done so since an identity was read.
    func drawActor(after identity: DeviceIdentity) throws {
        try lock.withLock {
            guard let stored = try stored(), stored.actor == identity.actor else { return }
            try keep(stored.withNewActor(at: stored.place, from: entropy))
        }
    }

    /// Records that the folder in which the identity was drawn has moved to its current path.
    func moveIn() throws {
        try lock.withLock {
            guard var identity = try stored() else { return }
            identity.place = try MachineFolder(of: store.gitDirectory, on: machine)
            try keep(identity)
        }
    }

    /// Returns the checked tips for the stored identity, if it is still the one with which a commit was written.
    ///
    /// - Returns: nil if the commit must not be published.
    func checkedTips(
        for stored: DeviceIdentity, as identity: DeviceIdentity, at tip: ObjectID?
    ) throws -> Set<ObjectID>? {
        guard stored.actor == identity.actor, stored.place == identity.place,
            try descends(tip, from: stored.announced)
        else { return nil }
        return try ActorOwnershipCheck(store: store).checkedTips(for: stored, tip)
    }

    /// Returns whether a commit on top of a tip may be written as an identity's actor.
    private func mayWrite(as identity: DeviceIdentity, on tip: ObjectID?, at place: MachineFolder) throws -> Bool {
        try identity.place == place && descends(tip, from: identity.announced)
            && ActorOwnershipCheck(store: store).checkedTips(for: identity, tip) != nil
    }

    private func descends(_ tip: ObjectID?, from announced: ObjectID?) throws -> Bool {
        guard let announced else { return true }
        guard let tip else { return false }
        if tip == announced { return true }
        return (try? store.repository.commits.isAncestor(announced, of: tip)) ?? false
    }
}
