// SPDX-License-Identifier: Apache-2.0

import CLibgit2

/// The type of an object.
public enum ObjectKind: String, Sendable {
    case blob, tree, commit
}

/// The type and content of an object, complete enough to store it again.
public struct StoredObject: Hashable, Sendable {
    /// The object's type: blob, tree or commit.
    public let kind: ObjectKind
    /// The object's content, without git's header.
    public let bytes: [UInt8]

    /// Creates an object from its type and content.
    public init(kind: ObjectKind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}

extension StoredObject {
    /// Computes the object's id, whether or not it is stored.
    public func name() throws(GitError) -> ObjectID {
        var oid = git_oid()
        try call("name an object", status: unsafe git_odb_hash(&oid, bytes, bytes.count, kind.type))
        return ObjectID(oid)
    }

    /// Creates a folder of files, without subfolders.
    public static func folder(of files: [(name: String, id: ObjectID)]) -> StoredObject {
        var bytes: [UInt8] = []
        for file in files.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            bytes += Array("100644 \(file.name)\0".utf8) + file.id.bytes
        }
        return StoredObject(kind: .tree, bytes: bytes)
    }

    /// Creates a commit. Does not check whether its tree and its parents exist.
    public static func commit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
    ) -> StoredObject {
        let headers =
            ["tree \(tree)"] + parents.map { "parent \($0)" }
            + ["author \(author.line)", "committer \(committer.line)"]
        return StoredObject(kind: .commit, bytes: Array((headers.joined(separator: "\n") + "\n\n" + message).utf8))
    }
}

extension ObjectKind {
    var type: git_object_t {
        switch self {
        case .blob: GIT_OBJECT_BLOB
        case .tree: GIT_OBJECT_TREE
        case .commit: GIT_OBJECT_COMMIT
        }
    }
}
