// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskSystem

/// Looks whether the next change can be written: a disk that is full or mounted read-only, and a folder that belongs to
/// somebody else, show when something is written, and nowhere before.
struct DiskCheck {
    /// The file that is written, flushed and removed again to see whether anything can be written.
    private static let trialName = "disk-check"
    /// How much that file holds: about what the objects of a large change take.
    private static let trialSize = 256 << 10
    /// With less free space than this, in bytes, a sync that fetches photos may fail.
    private static let littleRoom: UInt64 = 32 << 20

    let store: FamilyStore
    let workTree: WorkTree?
    /// The folder that is named.
    let folder: String

    func findings() -> [Finding] {
        if let failure = writeFailure() { return [Finding(.problem, "disk", failure.message, hint: failure.hint)] }
        guard let room = Self.room(at: store.gitDirectory), room < Self.littleRoom else { return [] }
        return [
            Finding(
                .advice, "disk", "only \(room >> 20) MB are free in \(folder)",
                hint: "Free some space: photos and the history take more than that.")
        ]
    }

    /// Why nothing can be written to the repository or its working tree; nil if it can.
    private func writeFailure() -> ReplicaError? {
        do {
            try store.local.write(Self.trialName, [UInt8](repeating: 0x2E, count: Self.trialSize), durably: true)
            try store.local.write(Self.trialName, nil)
            guard let workTree, access(workTree.root, W_OK) != 0 else { return nil }
            return FileError(workTree.root, "write to", errno).replicaError
        } catch let error as ReplicaError {
            guard error.code == .diskFull else { return error }
            return ReplicaError(
                .diskFull, "the disk is full: nothing can be added or changed in \(folder)",
                hint: "Free some space; existing data can be read and exported.")
        } catch {
            return ReplicaError(.inputOutput, "\(error)")
        }
    }

    /// How many bytes a user may still write where a folder is; nil if the file system does not say.
    private static func room(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}
