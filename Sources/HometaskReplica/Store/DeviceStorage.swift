// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The device of a replica: its clock, its member, its id, and data that is never synced.
public protocol DeviceStorage: Actor {
    /// The current time by the replica's clock, usually the machine's.
    nonisolated var now: Timestamp { get }

    /// Returns the member on whose behalf this device writes; nil if it is not set.
    nonisolated func member() async throws -> DocumentID?

    /// Sets the member on whose behalf this device writes.
    func setMember(_ member: DocumentID?) throws

    /// Returns the id of the device's document, which contains the device's name.
    nonisolated func deviceID() async throws -> DocumentID

    /// Returns data that this device stores only locally under a name (list numbers, settings); never synced.
    ///
    /// - Parameter name: lower-case letters, digits and dashes.
    nonisolated func localData(_ name: String) async throws -> [UInt8]?

    /// Stores data only on this device, atomically; nil removes it.
    ///
    /// - Parameters:
    ///   - name: lower-case letters, digits and dashes.
    ///   - bytes: the data, which replaces all previous data under the name; nil removes it.
    ///   - durably: whether the data must survive a power failure after this returns.
    func setLocalData(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws
}

extension DeviceStorage {
    /// Stores data only on this device; a power failure shortly afterwards may undo this.
    public func setLocalData(_ name: String, _ bytes: [UInt8]?) throws {
        try setLocalData(name, bytes, durably: false)
    }
}
