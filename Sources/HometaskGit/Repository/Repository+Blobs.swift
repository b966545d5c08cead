// SPDX-License-Identifier: Apache-2.0
import CLibgit2

extension Repository {
    /// Reads the content of a file.
    ///
    /// - Parameter limit: The maximum size in bytes. A larger blob fails with ``GitError/Code/tooLarge`` before any of
    ///   its content is unpacked.
    public func readBlob(_ id: ObjectID, limit: Int) throws(GitError) -> [UInt8] {
        try readBytes(id, .blob, limit: limit)
    }

    /// Lends the content of a file to a closure, without a copy.
    public func withBlob<R>(_ id: ObjectID, limit: Int, body: (RawSpan) throws -> R) throws -> R {
        try withObject(id, .blob, limit: limit, body: body).get()
    }

    /// Stores a file's content; the same content is stored once.
    public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try writeObject(bytes, .blob) }

    /// Computes the id of a file's content without storing it.
    public static func hashBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        var oid = git_oid()
        try call("hash a blob", status: unsafe git_odb_hash(&oid, bytes, bytes.count, GIT_OBJECT_BLOB))
        return ObjectID(oid)
    }
}
