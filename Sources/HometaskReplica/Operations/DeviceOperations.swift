// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

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
}
