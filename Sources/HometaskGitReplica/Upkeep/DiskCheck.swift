// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem

/// Checks whether the next change can be written: a full or read-only disk, or a folder of another user, is noticed
/// only when something is written.
struct DiskCheck {
    /// The file that is written, flushed and removed to test whether anything can be written.
    private static let trialName = "disk-check"
    /// The size of that file: about as large as the objects of a large change.
    private static let trialSize = 256 << 10
    /// The free space, in bytes, below which a sync that fetches photos may fail.
    private static let littleRoom: UInt64 = 32 << 20

    let store: FamilyStore
    let workTree: WorkTree?
    /// The folder that messages name.
    let folder: String

    func findings() -> [Finding] {
        if let failure = writeFailure() {
            return [Finding(.problem, "disk", message: failure.message, hint: failure.hint)]
        }
        guard let room = Self.room(at: store.gitDirectory), room < Self.littleRoom else { return [] }
        return [
            Finding(
                .advice, "disk", message: "only \(room >> 20) MB are free in \(folder)",
                hint: "Free some space: photos and the history take more than that.")
        ]
    }

    /// Returns why the repository or its working tree cannot be written to; nil if both can be.
    private func writeFailure() -> ReplicaError? {
        do {
            try store.local.replaceFile(Self.trialName, [UInt8](repeating: 0x2E, count: Self.trialSize), durably: true)
            try store.local.replaceFile(Self.trialName, nil)
            guard let workTree, access(workTree.root, W_OK) != 0 else { return nil }
            return FileError(workTree.root, "write to", number: errno).replicaError
        } catch let error as ReplicaError {
            guard error.code == .diskFull else { return error }
            return ReplicaError(
                .diskFull, "the disk is full: nothing can be added or changed in \(folder)",
                hint: "Free some space; existing data can be read and exported.")
        } catch {
            return ReplicaError(.inputOutput, "\(error)")
        }
    }

    /// Returns the number of bytes that a user may still write to a folder's file system; nil if it does not report
    /// that.
    private static func room(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}
