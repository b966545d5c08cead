// SPDX-License-Identifier: Apache-2.0

import CLibgit2

/// Checks a whole object store, to distinguish damage from a failed read, which git reports in the same way.
enum StoreCheck {
    /// The maximum number of objects to check; more would take too long.
    private static let mostObjects = 200_000

    /// Returns whether a repository can be opened, and is undamaged.
    static func isSound(at path: String) -> Bool {
        guard let repository = try? Repository.open(at: path) else { return false }
        return isSound(repository)
    }

    /// Returns whether every object of a repository matches its id and refers only to existing objects of the right
    /// type. Reads everything; also false if there are too many objects.
    static func isSound(_ repository: Repository) -> Bool {
        guard let ids = allObjects(of: repository), ids.count <= mostObjects else { return false }
        guard let references = try? repository.references.all(under: "refs/"),
            references.allSatisfy({ ids.contains($0.id) })
        else { return false }
        var kinds: [ObjectID: git_object_t] = [:]
        for id in ids { kinds[id] = try? repository.header(of: id).type }
        for id in ids {
            guard repository.packs.isWhole(id), let targets = targets(of: id, kinds[id], in: repository),
                targets.allSatisfy({ kinds[$0.id] == $0.kind.type })
            else { return false }
        }
        return true
    }

    /// Returns the objects that an object refers to; nil if it cannot be read.
    private static func targets(
        of id: ObjectID, _ kind: git_object_t?, in repository: Repository
    ) -> [(id: ObjectID, kind: ObjectKind)]? {
        switch kind {
        case nil: return nil
        case GIT_OBJECT_COMMIT:
            return (try? repository.commits.read(id)).map { [($0.tree, .tree)] + $0.parents.map { ($0, .commit) } }
        case GIT_OBJECT_TREE:
            return (try? repository.trees.entries(of: id))?.filter { $0.mode != .submodule }
                .map { ($0.id, $0.mode == .tree ? .tree : .blob) }
        default: return []
        }
    }

    /// Returns the ids of all objects; nil if they cannot be listed.
    static func allObjects(of repository: Repository) -> Set<ObjectID>? {
        let found = CollectedNames()
        let store = unsafe repository.odb.pointer
        let status = withExtendedLifetime(found) {
            unsafe git_odb_foreach(
                store,
                { oid, list in
                    guard let oid = unsafe oid, let list = unsafe list else { return -1 }
                    let names = unsafe Unmanaged<CollectedNames>.fromOpaque(list).takeUnretainedValue()
                    unsafe names.ids.insert(ObjectID(oid.pointee))
                    return 0
                }, Unmanaged.passUnretained(found).toOpaque())
        }
        git_error_clear()
        return status == 0 ? found.ids : nil
    }
}

/// Collects object ids in a callback of the library.
private final class CollectedNames {
    var ids: Set<ObjectID> = []
}
