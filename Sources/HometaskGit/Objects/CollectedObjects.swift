// SPDX-License-Identifier: Apache-2.0

/// Blobs and trees that a repository keeps in memory instead of storing them.
final class CollectedObjects {
    private(set) var objects: [ObjectID: StoredObject] = [:]

    func add(_ object: StoredObject, as id: ObjectID) { objects[id] = object }
}
