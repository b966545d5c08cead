// SPDX-License-Identifier: Apache-2.0

/// One device's copy of a family's documents, with all operations on them.
///
/// Every call works without a network, except those that name a remote. Calls may be made from any task, and at once:
///
/// - What reads sees the family at one commit, and waits neither for changes nor for a sync nor for others that read.
/// - Changes become commits one after the other, and the result is as if each had been made upon the one before: one that
///   has read a document which others have changed meanwhile is made again.
/// - A sync holds up nobody. What it receives becomes part of the branch at once, between two changes.
///
/// Several processes may use one repository at once, with the same promises: the branch moves only by compare-and-swap,
/// so a change is made completely or not at all, and none undoes another.
///
/// Each of its parts is a protocol of its own, so that a function can ask only for the parts that it needs, such as
/// `any DocumentStorage` to read and write documents.
public protocol Replica: DocumentStorage, DeviceStorage, RepositoryFolder, PhotoStorage, CommandHistory, RemoteSync,
    StorageUpkeep
{}
