// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Documents that cannot be read: damage in a file, not in the repository.
///
/// Invariant: the bytes of such a document stay where they are, and nothing else stops for them, until a readable
/// version is merged or put back; they are in the history then.
extension GitReplica {
    static let repairHint: Hint = "\(.repair) restores the last readable version."

    /// The paths that a tree has otherwise than another.
    func changedPaths(from old: ObjectID, to new: ObjectID) throws -> [String] {
        do {
            return try store.repository.changes(from: old, to: new).compactMap { $0.new == nil ? nil : $0.path }
        } catch {
            throw error.replicaError(subject: "what was received")
        }
    }

    /// Those of some documents that cannot be read in a tree.
    func damage(at paths: [String], in tree: ObjectID) throws -> [SkippedDocument] {
        let scanner = MemberScanner(selecting: ["id", "kind"])
        let reader = GitReader(store, tree: tree, workTree: nil)
        return try paths.compactMap { text in
            guard let path = DocumentPath(text: text) else { return nil }
            return try damage(at: path, reader, scanner).map { SkippedDocument(path: text, reason: $0) }
        }
    }

    private func damage(at path: DocumentPath, _ reader: GitReader, _ scanner: MemberScanner) throws -> String? {
        let bytes: [UInt8]?
        do { bytes = try reader.bytes(at: path) } catch { bytes = nil }
        if let members = try? bytes.flatMap(scanner.members(of:)), path.isNamed(by: members) { return nil }
        return try damage(at: path, in: reader.tree)
    }

    /// Why a document cannot be read, in words that follow its place; nil where it can.
    func damage(at path: DocumentPath, in tree: ObjectID?) throws -> String? {
        try store.storedDocument(at: path.text, in: tree)?.fault.map { "cannot be read: \($0)" }
    }

    /// Puts back the last readable versions of documents that HEAD holds unreadable, as one commit that says so.
    ///
    /// Files in the working tree that somebody edited stay as they are.
    ///
    /// - Returns: those that were put back; the others never were readable.
    func putBack(_ damaged: [DocumentPath]) throws -> Set<DocumentPath> {
        try store.checkHistory()
        for attempt in 0..<Self.attempts {
            let branch = try sealedBranch()
            guard let tip = branch.tip else { return [] }
            let tree = try store.tree(of: tip)
            var versions: [DocumentPath: Document] = [:]
            for path in damaged where try isDamaged(path, in: tree) {
                versions[path] = try lastReadable(path, before: tip)
            }
            if versions.isEmpty { return [] }
            let commit = try commit(versions, tree: tree, on: tip)
            if try publish(commit, on: branch, as: currentIdentity(branch)) {
                followPublished()
                return Set(versions.keys)
            }
            pause(attempt)
        }
        throw ReplicaError(
            .busy, "other programs changed the family \(Self.attempts) times in a row during the repair",
            hint: "Nothing was changed; run the command again.")
    }

    /// Whether a document cannot be read, or is the family's and missing.
    private func isDamaged(_ path: DocumentPath, in tree: ObjectID?) throws -> Bool {
        guard let stored = try store.storedDocument(at: path.text, in: tree) else { return path == .family }
        return stored.fault != nil
    }

    private func commit(
        _ versions: [DocumentPath: Document], tree: ObjectID?, on tip: ObjectID
    ) throws -> ObjectID {
        let paths = versions.keys.map(\.text).sorted()
        let what = paths.count == 1 ? paths[0] : "\(paths.count) documents"
        let places = paths.map { "- \($0)" }.joined(separator: "\n")
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: dependencies.clock().seconds)
        do {
            let room = try tree.map { try store.makingRoom(for: paths, in: $0) }
            return try writeCommit(
                tree: store.writeTree(room, versions.map { .content($0.key.text, $0.value.encoded()) }),
                parents: [tip], author: signature, committer: signature,
                message: """
                    hometask put back the last readable version of \(what)

                    What could not be read is in the commit before this one:
                    \(places)
                    """)
        } catch let error as GitError {
            throw error.replicaError(subject: "the repair")
        }
    }

    /// What a document last meant on every line of the history that leads to a commit, joined: two devices may have
    /// changed it apart before each of them damaged it.
    private func lastReadable(_ path: DocumentPath, before tip: ObjectID) throws -> Document? {
        var open = [tip]
        var known: Set<ObjectID> = [tip]
        var found: Document?
        while let id = open.popLast() {
            let commit: Commit
            do { commit = try store.repository.readCommit(id) } catch {
                throw error.replicaError(subject: "the history of \(path.text)")
            }
            if let document = try meaning(of: path, in: commit) {
                found = found.map { Self.join($0, document) } ?? document
            } else {
                open += commit.parents.filter { known.insert($0).inserted }
            }
        }
        return found
    }

    /// What a document means in a commit where its file can be read: what another tool committed is read as its seal.
    private func meaning(of path: DocumentPath, in commit: Commit) throws -> Document? {
        guard case .document = try store.storedDocument(at: path.text, in: commit.tree) else { return nil }
        let tree = try store.tree(of: sealed(commit.id))
        guard case .document(let document) = try store.storedDocument(at: path.text, in: tree) else { return nil }
        return document
    }

    /// Of two different documents at one place, two families' files, the greater id stays on every device.
    private static func join(_ one: Document, _ other: Document) -> Document {
        if one.id != other.id { return one.id < other.id ? other : one }
        return Document.join(one, other)
    }
}

extension DocumentPath {
    /// Whether scanned members say that they belong here.
    func isNamed(by members: JSONObject) -> Bool {
        guard let told = members["id"]?.stringValue, members["kind"]?.stringValue == kind.rawValue else { return false }
        return id.map { told == $0.description } ?? (DocumentID(told) != nil)
    }
}
