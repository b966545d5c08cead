// SPDX-License-Identifier: Apache-2.0

import CLibgit2

extension PackStore {
    /// Writes a pack of objects, with deltas where they are shorter.
    ///
    /// - Parameter folder: the path of a folder, with a trailing slash.
    /// - Returns: the beginning of the names of the pack and its index.
    func writePack(of ids: [ObjectID], into folder: String) throws(GitError) -> String {
        let builder = try unsafe HometaskGit.handle("begin a pack", freeing: git_packbuilder_free) {
            unsafe git_packbuilder_new($0, repository.handle.pointer)
        }
        let names = names(in: ids)
        for id in ids {
            var oid = id.oid
            let name = names[id].map { $0.map { CChar(bitPattern: $0) } + [0] }
            try call(
                "pack", on: "\(id)",
                status: unsafe name.withUnsafePointer { unsafe git_packbuilder_insert(builder.pointer, &oid, $0) })
        }
        try call(
            "write a pack into", on: folder, status: unsafe git_packbuilder_write(builder.pointer, folder, 0, nil, nil))
        guard let name = unsafe git_packbuilder_name(builder.pointer) else {
            throw GitError(.internal, operation: "write a pack", detail: "it has no name")
        }
        return unsafe "pack-\(String(cString: name))"
    }

    /// Returns the names of objects, from the folders among them. If names are known, versions of one file are compared
    /// with each other first, which makes packs a fifth smaller.
    private func names(in ids: [ObjectID]) -> [ObjectID: [UInt8]] {
        var names: [ObjectID: [UInt8]] = [:]
        for id in ids {
            guard let tree = smallTree(id) else { continue }
            for entry in tree.entries {
                let child = tree.id(of: entry)
                if names[child] == nil { names[child] = Array(tree.name(of: entry)) }
            }
        }
        return names
    }

    /// Returns a folder with at most a few thousand entries; nil for any other object. Reading all versions of larger
    /// ones could take longer than smaller packs are worth.
    private func smallTree(_ id: ObjectID) -> RawTree? {
        guard let header = try? repository.header(of: id), header.type == GIT_OBJECT_TREE,
            header.size < RawTree.largeSize
        else {
            return nil
        }
        return try? RawTree(repository.readBytes(id, .tree, limit: Repository.structureLimit), id: id)
    }
}

extension [CChar]? {
    /// Lends the elements, or nil.
    fileprivate func withUnsafePointer<R>(_ body: (UnsafePointer<CChar>?) -> R) -> R {
        guard let self else { return body(nil) }
        return unsafe self.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}
