// SPDX-License-Identifier: Apache-2.0

/// The reaction if a remote's commits remove so many documents that it could be an accident or an attack.
public enum RemovalAnswer: Hashable, Sendable {
    /// Accept nothing from that remote, and report ``ReplicaError/Code/heldBack``.
    case ask
    /// Put the documents into the trash.
    case accept
    /// Accept all other changes, and keep the documents.
    case restore
}
