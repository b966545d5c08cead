// SPDX-License-Identifier: Apache-2.0

/// Objects that a repository keeps in memory instead of storing them: blobs and trees.
final class CollectedObjects {
    private(set) var objects: [ObjectID: StoredObject] = [:]

    func add(_ object: StoredObject, as id: ObjectID) { objects[id] = object }
}
