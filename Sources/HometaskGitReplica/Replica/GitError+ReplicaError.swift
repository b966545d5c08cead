// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

extension GitError {
    /// Returns the error in the terms of the replica's callers.
    ///
    /// - Parameter subject: what was being read or written, for the message.
    func replicaError(subject: String) -> ReplicaError {
        switch code {
        case .noSpace:
            ReplicaError(
                .diskFull, "the disk is full: \(subject) could not be written (\(detail))",
                hint: "Free some space and try again.")
        case .permission, .readOnly:
            ReplicaError(
                .permission, "\(subject) cannot be written: \(detail)",
                hint: "Check who owns the family's folder, and that it is not mounted read-only.")
        case .owner:
            ReplicaError(
                .permission, "the repository belongs to another user of this computer, so git does not trust it",
                hint: "If it is yours, run 'git config --global --add safe.directory FOLDER'.")
        case .locked:
            ReplicaError(
                .busy, "\(subject) is locked by another program: \(detail)",
                hint: "Try again; if no git program is running, remove the lock file it names.")
        case .notFound, .corrupt, .wrongType:
            ReplicaError(
                .damaged, "the repository is damaged: \(subject): \(detail)",
                hint: "Run 'git fsck' to see what is missing; a fresh \(.joinFamily) from the remote restores it.")
        case .reftable:
            ReplicaError(
                .newerFormat,
                "\(subject): its references are stored in the format ‘reftable’, which hometask cannot read",
                hint: """
                    Run 'git refs migrate --ref-format=files' in it, with git 2.46 or newer (without linked working \
                    trees): it changes nothing else.
                    """)
        case .sha256:
            ReplicaError(
                .newerFormat,
                "\(subject): its objects are named by SHA-256, and hometask reads only those named by SHA-1",
                hint: """
                    Git cannot convert a repository in place. Copy its history into a new one: \
                    'git init --object-format=sha1 NEW', then 'git fast-export --all | git -C NEW fast-import' here; \
                    or \(.joinFamily) again from the family's remote.
                    """)
        case .tooLarge:
            ReplicaError(.unreadableDocument, "\(subject) is too large for a document: \(detail)")
        case .system:
            ReplicaError(
                .inputOutput, "\(subject): \(description)",
                hint: "Check that disk, and try again.")
        default:
            ReplicaError(.inputOutput, "\(subject): \(detail)")
        }
    }
}
