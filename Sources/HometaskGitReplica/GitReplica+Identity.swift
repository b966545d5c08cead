// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging
import HometaskReplica

extension GitReplica {
    /// The identity as it was kept; nil on a device that has not written yet.
    func storedIdentity() throws -> DeviceIdentity? {
        try local.read(DeviceIdentity.localName).flatMap { DeviceIdentity($0) }
    }

    /// The identity to write with from a tip, with a new actor where nobody can vouch for the old one.
    func currentIdentity(tip: ObjectID?) throws -> DeviceIdentity {
        let place = try MachinePlace(of: store.gitDirectory)
        guard let stored = try storedIdentity() else {
            let identity = DeviceIdentity(named: MachinePlace.hostName(), place: place)
            try keep(identity)
            return identity
        }
        guard stored.place == place, try descends(tip, from: stored.announced) else {
            let identity = stored.withNewActor(at: place)
            try keep(identity)
            return identity
        }
        return stored
    }

    func keep(_ identity: DeviceIdentity) throws {
        try local.write(DeviceIdentity.localName, identity.bytes, durably: true)
    }

    private func descends(_ tip: ObjectID?, from announced: ObjectID?) throws -> Bool {
        guard let announced else { return true }
        guard let tip else { return false }
        if tip == announced { return true }
        return (try? store.repository.isAncestor(announced, of: tip)) ?? false
    }

    /// Names the device to the family, where no commit has done so since the actor was drawn or the member changed.
    func declare(_ identity: DeviceIdentity, in transaction: Transaction) throws {
        guard !identity.isDeclared, let path = DocumentPath(kind: .device, id: identity.device) else { return }
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
    }
}
