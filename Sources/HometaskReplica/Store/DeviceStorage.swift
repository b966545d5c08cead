// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The device of a replica: its clock, its member, its id, and data that is never synced.
public protocol DeviceStorage: Actor {
    /// The current time by the clock that the replica was given, usually the machine's.
    nonisolated var now: Timestamp { get }

    /// The member on whose behalf this device writes; nil if it is not set.
    nonisolated func member() async throws -> DocumentID?

    /// Sets the member on whose behalf this device writes.
    func setMember(_ member: DocumentID?) throws

    /// The id of the device's document, which contains its name for the family.
    nonisolated func deviceID() async throws -> DocumentID

    /// Data that this device stores only for itself under a name (numbers of lists, settings); never synced.
    ///
    /// - Parameter name: lower-case letters, digits and dashes.
    nonisolated func localData(_ name: String) async throws -> [UInt8]?

    /// Stores data only on this device, atomically; nil removes it.
    ///
    /// - Parameter durably: whether the data must survive a power failure after this returns.
    func setLocalData(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws
}

extension DeviceStorage {
    /// Stores data only on this device; a power failure shortly afterwards may undo this.
    public func setLocalData(_ name: String, _ bytes: [UInt8]?) throws {
        try setLocalData(name, bytes, durably: false)
    }
}
