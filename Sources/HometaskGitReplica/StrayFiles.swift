// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Documents that lie where none counts: a copy that `git mv` left, or a version that a join put aside because it could
/// not be joined. They are named until somebody settles them.
struct StrayFiles {
    /// How many files that may be such a copy are read.
    private static let mostCandidates = 1_000
    /// How deep folders are looked through.
    private static let deepest = 16

    let store: FamilyStore

    /// The copies that a tree holds, by path, with what each is.
    func list(in tree: ObjectID?) throws -> [SkippedDocument] {
        guard let tree else { return [] }
        var found: [SkippedDocument] = []
        var candidates = 0
        do {
            var open: [(id: ObjectID, path: String, depth: Int)] = [(tree, "", 0)]
            while let folder = open.popLast() {
                for entry in try store.repository.readTree(folder.id) {
                    let path = folder.path + entry.name
                    if entry.mode == .tree {
                        if folder.depth < Self.deepest, !entry.name.hasPrefix(".") {
                            open.append((entry.id, path + "/", folder.depth + 1))
                        }
                    } else if entry.mode.isFile, DocumentPath(text: path) == nil,
                        entry.name.contains(".json")
                    {
                        if let reason = Self.aside(path) {
                            found.append(SkippedDocument(path: path, reason: reason))
                        } else if candidates < Self.mostCandidates {
                            candidates += 1
                            if let reason = try copy(entry.id) {
                                found.append(SkippedDocument(path: path, reason: reason))
                            }
                        }
                    }
                }
            }
        } catch let error as GitError {
            throw error.replicaError(subject: "the tree of HEAD")
        }
        return found.sorted { $0.path < $1.path }
    }

    /// What a file is that lies under a document's path and 16 digits more: `tasks/5f/….json.0123456789abcdef`.
    private static func aside(_ path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), DocumentPath(text: String(path[..<dot])) != nil else { return nil }
        let digits = path[path.index(after: dot)...].utf8
        guard digits.count == 16, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            return nil
        }
        return "is a version of \(path[..<dot]) that could not be merged and was kept separately"
    }

    /// What a file is that holds a document of its own; nil if it holds none.
    private func copy(_ id: ObjectID) throws -> String? {
        let scanner = MemberScanner(selecting: ["id", "kind", "~merge"])
        let members: JSONObject?
        do throws(GitError) {
            let bytes = try store.repository.readBlob(id, limit: JSONLimits.document.bytes)
            members = try? scanner.members(of: bytes)
        } catch {
            if error.code == .tooLarge { return nil }
            throw error.replicaError(subject: "a file of HEAD")
        }
        guard let members, members["~merge"]?.objectValue != nil, let kind = members["kind"]?.stringValue,
            let id = members["id"]?.stringValue.flatMap({ DocumentID($0) })
        else { return nil }
        let place = DocumentPath(kind: DocumentKind(rawValue: kind), id: id)?.text
        guard let place else { return nil }
        return "holds the document of \(place), and is ignored at this path"
    }
}
