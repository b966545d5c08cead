// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskReplica

/// Repairs the references of this device's photos whose files a power cut left torn.
///
/// The commit that such a file named is no longer known. The reference continues from the commit that a remote is known
/// to have, and every file on this device that a document names and no reference leads to any more is kept again on top
/// of it. Files that were fetched by their ids are not among them: no commit on this device keeps those.
struct PhotoRecovery {
    let store: FamilyStore

    /// Repairs the torn references.
    ///
    /// - Returns: the names of the repaired references.
    @discardableResult
    func recover() throws -> [String] {
        try torn.filter { try mend($0) }
    }

    /// The names of the torn references.
    var torn: [String] {
        PhotoReferences.Content.allCases.flatMap {
            store.repository.references.torn(in: PhotoReferences.root + $0.rawValue)
        }.filter { PhotoPlace.references.reference($0) != nil }
    }

    private func mend(_ name: String) throws -> Bool {
        let parts = name.dropFirst(PhotoReferences.root.count).split(separator: "/")
        guard let content = PhotoReferences.Content(rawValue: String(parts[0])),
            let month = Timestamp(rfc3339: parts[2] + "-01T00:00:00Z")
        else { return false }
        let base = try recorded(name)
        let files = try unreferencedFiles(of: content).map { ($0.name, $0.id) }
        // Dated to the start of the month, so that a repeated repair makes the same commits.
        var chain = try PhotoChain(
            originals: content == .originals ? files : [], thumbnails: content == .thumbnails ? files : [],
            signature: .hometask(at: month.seconds))
        let tips = try chain.chain(onto: [base, base])
        try store.repository.packs.storeKept(chain.objects)
        let tip = content == .originals ? tips[0] : tips[1] ?? base
        return try store.repository.references.mendTorn(name, with: tip)
    }

    /// Returns the newest commit of a reference that a remote is known to have; nil if none is known.
    private func recorded(_ name: String) throws -> ObjectID? {
        let commits = store.repository.commits
        let noted = try RemoteSettings(store: store).all().compactMap { remote in
            try? store.repository.references.target(of: PhotoReferences.recordName(of: name, at: remote.name))
        }
        return try noted.reduce(nil) { newest, commit in
            guard let newest else { return commit }
            return try commits.isAncestor(newest, of: commit) ? commit : newest
        }
    }

    /// Returns the files here that a document names, that a commit on this device keeps, and that no reference leads
    /// to, by the SHA-256 of their originals.
    private func unreferencedFiles(of content: PhotoReferences.Content) throws -> [TreeEntry] {
        var kept: Set<TreeEntry> = []
        for commit in store.repository.commits.all() where PhotoChain.isLink(commit) {
            kept.formUnion(try store.repository.trees.entries(of: commit.tree))
        }
        kept.formIntersection(try photoFiles(of: content))
        for tip in try store.repository.references.sound(under: PhotoReferences.root) {
            kept.subtract(try PhotoRewriting.entries(of: tip, in: store.repository))
        }
        let missing = Set(try store.repository.missing(kept.map(\.id)))
        return kept.filter { !missing.contains($0.id) }.sorted { $0.name < $1.name }
    }

    /// Returns the files named by photos that are not erased.
    private func photoFiles(of content: PhotoReferences.Content) throws -> [TreeEntry] {
        let field: ExactString = content == .originals ? "git" : "thumbnail"
        var files: [TreeEntry] = []
        try GitReader(tipOf: store).forEachMembers(of: .photo, selecting: ["erased", field, "sha256"]) { _, members in
            guard members["erased"] == nil, let name = members["sha256"]?.stringValue,
                let id = members[field]?.stringValue.flatMap({ ObjectID(hex: $0) })
            else { return }
            files.append(TreeEntry(name: name, mode: .file, id: id))
        }
        return files
    }
}
