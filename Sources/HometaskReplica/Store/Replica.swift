// SPDX-License-Identifier: Apache-2.0

/// One device's copy of a family's documents, with all operations on them.
///
/// Every call works without a network, except those that name a remote. Calls may be made from any task, and
/// concurrently:
///
/// - Reads see the family at one commit, and wait neither for changes nor for a sync nor for other reads.
/// - Changes become commits one after the other, and are serialisable: a change is retried if a document that it has
///   read has changed in the meantime.
/// - A sync blocks no other call. The received commits join the branch atomically, between two changes.
///
/// Several processes may use one repository at once, with the same guarantees: the branch moves only by
/// compare-and-swap, so a change is atomic and never overwrites another.
///
/// Each part of a replica is a separate protocol, so that a function can ask only for the parts that it needs, such as
/// `any DocumentStorage` to read and write documents.
public protocol Replica: DocumentStorage, DeviceStorage, RepositoryFolder, PhotoStorage, CommandHistory, RemoteSync,
    StorageUpkeep
{}
