// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

/// Data that only this device has, under names chosen by the replica's user.
struct LocalData {
    let files: LocalFiles

    /// Returns the data under a name; nil if there is none.
    func read(_ name: String) throws -> [UInt8]? { try files.read(Self.fileName(name)) }

    /// Replaces the data under a name; nil removes it.
    ///
    /// - Parameter durably: whether it must survive a power cut.
    func replace(_ name: String, _ bytes: [UInt8]?, durably: Bool) throws {
        try files.replaceFile(Self.fileName(name), bytes, durably: durably)
    }

    /// Returns a file name that can neither lead outside the folder nor be that of a file of the replica's own.
    private static func fileName(_ name: String) throws -> String {
        try LocalDataName.check(name)
        return "local-\(name)"
    }
}
