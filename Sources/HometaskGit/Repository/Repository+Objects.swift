// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

extension Repository {
    /// The maximum size in bytes of a tree or a commit: ample for either, and small enough to be harmless.
    static var structureLimit: Int { 64 << 20 }

    /// Reads an object after checking its type and size in its header, and lends its bytes to a closure.
    ///
    /// - Returns: what the closure returned or threw.
    func withObject<Value, Failure>(
        _ id: ObjectID, _ kind: ObjectKind, limit: Int, body: (RawSpan) throws(Failure) -> Value
    ) throws(GitError) -> Result<Value, Failure> {
        try expect(kind, at: id, limit: limit)
        if let object = collected?.objects[id] {
            return Result { () throws(Failure) in unsafe try body(object.bytes.span.bytes) }
        }
        let object = try readObject(id)
        let count = unsafe git_odb_object_size(object.pointer)
        // The checksum of a loose object covers its header only once the whole object is read.
        guard count <= limit else { throw tooLarge(id, kind, size: count, limit: limit) }
        let start = unsafe git_odb_object_data(object.pointer)
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        return Result { () throws(Failure) in unsafe try body(bytes.bytes) }
    }

    /// Copies an object's bytes.
    func readBytes(_ id: ObjectID, _ kind: ObjectKind, limit: Int) throws(GitError) -> [UInt8] {
        try withObject(id, kind, limit: limit) { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }.get()
    }

    /// Checks by the header alone that an object exists, has a type, and is not too large.
    func expect(_ kind: ObjectKind, at id: ObjectID, limit: Int = .max) throws(GitError) {
        let header = try header(of: id)
        guard header.type == kind.type else {
            throw GitError(.wrongType, operation: "read \(id)", detail: "it is not a \(kind)")
        }
        guard header.size <= limit else { throw tooLarge(id, kind, size: header.size, limit: limit) }
    }

    func header(of id: ObjectID) throws(GitError) -> (size: Int, type: git_object_t) {
        if let object = collected?.objects[id] { return (object.bytes.count, object.kind.type) }
        var size = 0
        var type = GIT_OBJECT_INVALID
        var oid = id.oid
        try call("read object", on: "\(id)", status: unsafe git_odb_read_header(&size, &type, odb.pointer, &oid))
        return (size, type)
    }

    private func readObject(_ id: ObjectID) throws(GitError) -> Handle {
        var oid = id.oid
        return unsafe try HometaskGit.handle("read object", on: "\(id)", freeing: unsafe git_odb_object_free) {
            unsafe git_odb_read($0, odb.pointer, &oid)
        }
    }

    private func tooLarge(_ id: ObjectID, _ kind: ObjectKind, size: Int, limit: Int) -> GitError {
        GitError(
            .tooLarge, operation: "read \(kind) \(id)", detail: "it has \(size) bytes; at most \(limit) are allowed")
    }

    /// Stores an object unless a pack has it. A loose object may have been stored a moment ago and counts as not
    /// flushed.
    func writeObject(_ bytes: [UInt8], _ kind: ObjectKind) throws(GitError) -> ObjectID {
        var oid = git_oid()
        try call("name an object", status: unsafe git_odb_hash(&oid, bytes, bytes.count, kind.type))
        let id = ObjectID(oid)
        guard let unflushed else {
            collected?.add(StoredObject(kind: kind, bytes: bytes), as: id)
            return id
        }
        if unsafe access(packs.looseFiles.path(of: id), F_OK) != 0,
            unsafe git_odb_exists_ext(odb.pointer, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1
        {
            return id
        }
        return try unflushed.store(StoredObject(kind: kind, bytes: bytes), in: commonDirectory)
    }

    /// Returns the objects that the repository does not have.
    public func missing(_ ids: [ObjectID]) throws(GitError) -> [ObjectID] {
        try call("look for new packs", status: unsafe git_odb_refresh(odb.pointer))
        return ids.filter { id in
            var oid = id.oid
            return unsafe git_odb_exists_ext(odb.pointer, &oid, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 0
        }
    }

    /// Returns the size of an object in bytes, by its header.
    public func size(of id: ObjectID) throws(GitError) -> Int { try header(of: id).size }

    /// Returns whether the repository has an object.
    public func contains(_ id: ObjectID) -> Bool {
        if collected?.objects[id] != nil { return true }
        var oid = id.oid
        return unsafe git_odb_exists(odb.pointer, &oid) == 1
    }

    /// Rereads the object store, so that packs from other processes are found.
    public func refresh() throws(GitError) {
        try call("look for new objects", status: unsafe git_odb_refresh(odb.pointer))
    }
}
