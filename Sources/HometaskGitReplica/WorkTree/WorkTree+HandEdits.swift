// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskSystem

extension WorkTree {
    /// The maximum number of commits that are searched for the edited version.
    private static let depth = 5_000
    /// The maximum number of moves of HEAD that are searched.
    private static let moves = 200

    /// Returns the unrecorded hand edit of a document's file.
    func handEdit(at path: DocumentPath, tree: ObjectID?) throws -> HandEdit? {
        let known = try knownFiles(at: tree)
        guard try isHandEdited(path.text, known) else { return nil }
        let bytes: [UInt8]?
        do {
            bytes = try WholeFile.read(root + path.text, limit: JSONLimits.document.bytes)
        } catch {
            return .unreadable("\(error.replicaError.message)")
        }
        guard let bytes else { return .removed }
        do {
            guard let members = try JSON.parse(bytes).objectValue else {
                return .unreadable("it should be a JSON object")
            }
            return try edit(members, bytes, at: path, known: known)
        } catch let error as JSONError {
            return .unreadable("\(error)")
        }
    }

    /// Distinguishes an edit of HEAD's version from an edit of an older one, by `~merge`, which is not edited by hand.
    ///
    /// A file that equals an older version exactly was restored on purpose; it counts as an edit of HEAD's version.
    private func edit(
        _ members: JSONObject, _ bytes: [UInt8], at path: DocumentPath, known: KnownFiles
    ) throws -> HandEdit {
        guard let merge = members["~merge"], let current = try version(at: path, in: known.trees[0]),
            current.merge != merge
        else { return .changed(members) }
        let recent = try known.trees.dropFirst().compactMap { try version(at: path, in: $0) }
            .first { $0.merge == merge }
        guard let base = try recent?.bytes ?? earlierVersion(at: path, with: merge) else {
            return .changedSince(members, base: nil)
        }
        return base == bytes ? .changed(members) : .changedSince(members, base: base)
    }

    private func version(at path: DocumentPath, in tree: ObjectID?) throws -> (bytes: [UInt8], merge: JSON?)? {
        guard let tree, let entry = try store.repository.trees.entry(at: path.text, in: tree), entry.mode.isFile
        else { return nil }
        let bytes = try store.repository.readBlob(entry.id, limit: JSONLimits.document.bytes)
        return (bytes, (try? JSON.parse(bytes))?.objectValue?["~merge"])
    }

    /// Returns the newest version with a certain `~merge` in the history of HEAD, or of HEAD's earlier commits.
    private func earlierVersion(at path: DocumentPath, with merge: JSON) throws -> [UInt8]? {
        guard let tip = try store.branch().tip else { return nil }
        let moves = (try? store.repository.references.reflog(of: "HEAD", limit: Self.moves)) ?? []
        let starts = Set([tip] + moves.map(\.old).filter { $0 != .zero && store.repository.contains($0) })
        var seen: Set<ObjectID> = []
        var found: [UInt8]?
        var count = 0
        do {
            try store.repository.commits.history(from: Array(starts), hiding: []) { commit throws(GitError) in
                count += 1
                if let entry = try store.repository.trees.entry(at: path.text, in: commit.tree), entry.mode.isFile,
                    seen.insert(entry.id).inserted
                {
                    let bytes = try store.repository.readBlob(entry.id, limit: JSONLimits.document.bytes)
                    if (try? JSON.parse(bytes))?.objectValue?["~merge"] == merge { found = bytes }
                }
                return found == nil && count < Self.depth
            }
        } catch {
            throw error.replicaError(subject: "the history of \(path.text)")
        }
        return found
    }
}
