// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Documents at paths where they do not count: a copy that `git mv` left, or a version that could not be joined and was
/// set aside. They are reported until they are settled.
struct MisplacedDocuments {
    /// The maximum number of possible copies that are read.
    private static let mostCandidates = 1_000
    /// The maximum depth of folders that are searched.
    private static let deepest = 16

    let store: FamilyStore

    /// Returns the copies in a tree, by path, with a description of each.
    func list(in tree: ObjectID?) throws -> [SkippedDocument] {
        guard let tree else { return [] }
        var found: [SkippedDocument] = []
        var candidates = 0
        do {
            var open: [(id: ObjectID, path: String, depth: Int)] = [(tree, "", 0)]
            while let folder = open.popLast() {
                for entry in try store.repository.trees.entries(of: folder.id) {
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
            throw error.replicaError(subject: "the newest commit")
        }
        return found.sorted { $0.path < $1.path }
    }

    /// Returns the description of a file at a document's path with a suffix of 16 hexadecimal digits, such as
    /// `tasks/5f/….json.0123456789abcdef`; nil for other files.
    private static func aside(_ path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), DocumentPath(text: String(path[..<dot])) != nil else { return nil }
        let digits = path[path.index(after: dot)...].utf8
        guard digits.count == 16, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            return nil
        }
        return "is a version of \(path[..<dot]) that could not be merged and was kept separately"
    }

    /// Returns the description of a file that contains a document; nil if it contains none.
    private func copy(_ id: ObjectID) throws -> String? {
        let scanner = MemberScanner(selecting: ["id", "kind", "~merge"])
        let members: JSONObject?
        do throws(GitError) {
            let bytes = try store.repository.readBlob(id, limit: JSONLimits.document.bytes)
            members = try? scanner.members(of: bytes)
        } catch {
            if error.code == .tooLarge { return nil }
            throw error.replicaError(subject: "a file of the newest commit")
        }
        guard let members, members["~merge"]?.objectValue != nil, let kind = members["kind"]?.stringValue,
            let id = members["id"]?.stringValue.flatMap({ DocumentID($0) })
        else { return nil }
        let place = DocumentPath(kind: DocumentKind(rawValue: kind), id: id)?.text
        guard let place else { return nil }
        return "holds the document of \(place), and is ignored at this path"
    }
}
