// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
package import HometaskMerging

/// Operations on the devices of the family.
public struct DeviceOperations {
    let transaction: Transaction

    /// Sets the name of a device for the family.
    public func setName(_ newName: String, of id: DocumentID) throws {
        let name = try NameChecker(noun: "device").checked(newName)
        let path = try Transaction.path(of: .device, id)
        if try transaction.document(at: path) == nil {
            try transaction.create(
                .device, id: id, fields: ["name": .string(name), "format": .number(JSONNumber(Document.format))])
        } else if try transaction.writeFields(["name": .string(name)], to: path).isEmpty {
            return
        }
        transaction.describe("named a device '\(name)'")
    }

    /// Forgets a lost or unused device: it is no longer listed, and does not send reminders for other members. A write
    /// to the device's document, such as for a sent reminder, makes the device known again.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func forget(_ id: DocumentID) throws {
        let record = try record(id)
        try transaction.trash.moveIn(Transaction.path(of: .device, id))
        transaction.describe("forgot the device \(CommitMessage.quoted(record.name))")
    }

    /// Makes a forgotten device known again.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func restore(_ id: DocumentID) throws {
        try transaction.trash.restore(.device, id, called: record(id).name)
    }

    /// Returns the device, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> DeviceRecord {
        try transaction.record(of: .device, id) { DeviceRecord($0) }
    }

    /// Declares a device to the family: its name, the member that it writes for, and an actor that it writes as.
    /// Unchanged values are not rewritten.
    ///
    /// - Parameter name: the name of a device that the family does not know yet.
    /// - Returns: false if the device's document cannot be read; in that case, nothing is written.
    package func declare(
        _ id: DocumentID, named name: String, of member: DocumentID?, writingAs actor: ActorID
    ) throws -> Bool {
        let path = try Transaction.path(of: .device, id)
        let standing: Document?
        do {
            standing = try transaction.document(at: path)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return false
        }
        if standing == nil {
            try transaction.create(
                .device, id: id, fields: ["name": .string(name), "format": .number(JSONNumber(Document.format))])
        }
        let member = member.map { JSON.string($0.description) }
        try transaction.changeDocument(at: path) { document in
            document.insert(actor.text, into: "actors", by: transaction.author)
            document.writeValue(member, to: "member", rule: .register, by: transaction.author)
        }
        return true
    }
}
