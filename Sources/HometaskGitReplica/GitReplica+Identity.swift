// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

extension GitReplica {
    /// The identity as it was kept; nil on a device that has not written yet.
    func storedIdentity() throws -> DeviceIdentity? {
        try local.read(DeviceIdentity.localName).flatMap { DeviceIdentity($0) }
    }

    /// The identity to write with, with a new actor where nobody can vouch for the old one.
    ///
    /// - Parameter branch: the branch as it was read before. Another process may have announced a commit on top of that
    ///   tip since; so before a new actor is drawn, the branch is read again under its lock.
    func currentIdentity(_ branch: (name: String, tip: ObjectID?)) throws -> DeviceIdentity {
        let place = try MachinePlace(of: store.gitDirectory, on: dependencies.machine)
        if let stored = try storedIdentity(), try vouches(stored, branch.tip, place) { return stored }
        return try branchLock.withLock {
            let stored = try storedIdentity()
            let branch = try store.branch()
            if let stored, try vouches(stored, branch.tip, place) { return stored }
            let identity =
                stored?.withNewActor(at: place, from: dependencies.entropy)
                ?? DeviceIdentity(named: MachinePlace.hostName(), at: place, from: dependencies.entropy)
            try keep(identity)
            return identity
        }
    }

    /// Whether a commit on top of a tip may be written as an identity's actor.
    func vouches(_ identity: DeviceIdentity, _ tip: ObjectID?, _ place: MachinePlace) throws -> Bool {
        try identity.place == place && descends(tip, from: identity.announced)
            && tipsVouching(for: identity, tip) != nil
    }

    /// Draws a new actor, unless another process has done so since an identity was read.
    func drawActor(after identity: DeviceIdentity) throws {
        try branchLock.withLock {
            guard let stored = try storedIdentity(), stored.actor == identity.actor else { return }
            try keep(stored.withNewActor(at: stored.place, from: dependencies.entropy))
        }
    }

    /// - Parameter durably: whether it must survive a power cut by itself: false where the journal has it too.
    func keep(_ identity: DeviceIdentity, durably: Bool = true) throws {
        if durably {
            try local.write(DeviceIdentity.localName, identity.bytes, durably: true)
        } else {
            try local.update(DeviceIdentity.localName, identity.bytes)
        }
    }

    private func descends(_ tip: ObjectID?, from announced: ObjectID?) throws -> Bool {
        guard let announced else { return true }
        guard let tip else { return false }
        if tip == announced { return true }
        return (try? store.repository.isAncestor(announced, of: tip)) ?? false
    }

    /// Names the device to the family, where no commit has done so since the actor was drawn or the member changed.
    ///
    /// - Returns: false where its document cannot be read: the first change after it was put back declares the device.
    func declare(_ identity: DeviceIdentity, in transaction: Transaction) throws -> Bool {
        guard !identity.isDeclared, let path = DocumentPath(kind: .device, id: identity.device) else { return true }
        do {
            _ = try transaction.document(at: path)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return false
        }
        if try transaction.document(at: path) == nil {
            try transaction.create(
                .device, id: identity.device,
                ["name": .string(identity.name), "format": .number(JSONNumber(Document.format))])
        }
        let member = identity.member.map { JSON.string($0.description) }
        try transaction.change(path) { document in
            document.insert(identity.actor.text, into: "actors", by: transaction.author)
            document.write(member, to: "member", rule: .register, by: transaction.author)
        }
        return true
    }
}
