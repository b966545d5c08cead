// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// What can be done to the devices of the family.
public struct DeviceOperations {
    let transaction: Transaction

    /// Gives a device the name under which the family sees it.
    public func setName(_ newName: String, of id: DocumentID) throws {
        let name = try NameChecker(noun: "device").checked(newName)
        let path = try Transaction.path(of: .device, id)
        if try transaction.document(at: path) == nil {
            try transaction.create(
                .device, id: id, ["name": .string(name), "format": .number(JSONNumber(Document.format))])
        } else if try transaction.writeFields(["name": .string(name)], to: path).isEmpty {
            return
        }
        transaction.tell("named a device '\(name)'")
    }
}
