// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// Data that only this device has, under names that the user of a replica chooses.
struct LocalData {
    let files: LocalFiles

    /// The data under a name; nil if there is none.
    func read(_ name: String) throws -> [UInt8]? { try files.read(Self.fileName(name)) }

    /// Replaces the data under a name; nil removes it.
    ///
    /// - Parameter durably: whether it must survive a power cut from now on.
    func replace(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws {
        try files.replaceFile(Self.fileName(name), bytes, durably: durably)
    }

    /// A name that can neither leave the folder nor be that of a file of the replica's own.
    private static func fileName(_ name: String) throws -> String {
        guard !name.isEmpty,
            name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else {
            throw ReplicaError(.invalidRequest, "‘\(name)’ cannot name local data: use a–z, 0–9 and dashes")
        }
        return "local-\(name)"
    }
}
