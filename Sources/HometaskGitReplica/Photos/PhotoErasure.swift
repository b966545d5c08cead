// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Removes the files of erased photos from this device: from its own references, which are rewritten without them, and
/// from the disk. Each device does so when it learns of the erasure. A remote's reference is rewritten in the next sync
/// of the only device that writes it.
struct PhotoErasure {
    /// The list of files that this family has erased, so that they are removed again if a fetch receives them.
    private static let erasedName = "photos-erased"

    let store: FamilyStore
    let recovery: DamageRecovery
    let clock: @Sendable () -> Timestamp

    /// Removes the files of erased photos from this device.
    ///
    /// - Returns: the number of files that are still here, in packs that this program does not write; `git gc` removes
    ///   them from those.
    func drop() throws -> Int {
        try recovery.run {
            let erased = try erasedFiles()
            guard !erased.isEmpty else { return 0 }
            try store.local.replaceFile(Self.erasedName, [], durably: true)
            try rewriteReferences(without: erased)
            return try drop(erased.subtracting(documentFiles()))
        }
    }

    /// Removes the files of erased photos if received data requires it.
    ///
    /// - Parameters:
    ///   - changed: the received documents; nil for any.
    ///   - files: whether files of photos were received as well.
    func drop(after changed: [DocumentPath]?, files: Bool) throws {
        let reader = try GitReader(tipOf: store)
        let isTold = try changed.map {
            try $0.contains { path in
                guard path.kind == .photo else { return false }
                return try reader.readableMembers(at: path)?["erased"] != nil
            }
        }
        guard isTold ?? true || (files && store.local.written(Self.erasedName) != nil) else { return }
        _ = try drop()
    }

    /// Releases files that were stored for documents that were never written.
    func release(_ drafts: [PhotoDraft]) throws {
        let named = try filesNamedByPhotos()
        let ids = Set(
            drafts.flatMap {
                [$0.files.names.git, $0.files.thumbnail].compactMap { $0.flatMap { ObjectID(hex: $0) } }
            }
        )
        .subtracting(named.erased).subtracting(named.kept)
        if ids.isEmpty { return }
        try rewriteReferences(without: ids)
        try drop(ids.subtracting(documentFiles()))
    }

    /// Removes files from the disk.
    ///
    /// - Returns: the number of files that are still here.
    @discardableResult
    private func drop(_ files: Set<ObjectID>) throws -> Int {
        let held = try files.subtracting(store.repository.missing(Array(files)))
        if held.isEmpty { return 0 }
        // A file that upkeep moved into another pack in the meantime would stay.
        return try ProcessLock(path: store.repository.commonDirectory + "hometask/upkeep-lock").withLock {
            try store.repository.packs.drop(held).count
        }
    }

    /// Returns the ids of the files of erased photos, except files that other photos also name.
    func erasedFiles() throws -> Set<ObjectID> {
        let named = try filesNamedByPhotos()
        return named.erased.subtracting(named.kept)
    }

    /// Returns the files that photos name: those of erased photos, and all others, including those of photos in the
    /// trash.
    private func filesNamedByPhotos() throws -> (erased: Set<ObjectID>, kept: Set<ObjectID>) {
        let reader = try GitReader(tipOf: store)
        var (erased, kept): (Set<ObjectID>, Set<ObjectID>) = ([], [])
        try reader.forEachMembers(of: .photo, selecting: ["erased", "git", "thumbnail"]) { _, members in
            let ids = [members["git"], members["thumbnail"]].compactMap {
                $0?.stringValue.flatMap { ObjectID(hex: $0) }
            }
            if members["erased"] == nil { kept.formUnion(ids) } else { erased.formUnion(ids) }
        }
        return (erased, kept)
    }

    /// Returns the files of the current documents. The name of a file in a photo's document is only data: it may name a
    /// document's file.
    private func documentFiles() throws -> Set<ObjectID> {
        var files: Set<ObjectID> = []
        var folders = [try store.tree(of: store.branch().tip)].compactMap(\.self)
        while let folder = folders.popLast() {
            for entry in try store.repository.trees.entries(of: folder) {
                if entry.mode == .tree { folders.append(entry.id) } else { files.insert(entry.id) }
            }
        }
        return files
    }

    /// Rewrites this device's own references without some files, and forgets other devices' references that lead to
    /// them.
    private func rewriteReferences(without erased: Set<ObjectID>) throws {
        for content in PhotoReferences.Content.allCases {
            let folder = "\(PhotoReferences.root)\(content.rawValue)/"
            for reference in try store.repository.references.all(under: folder) {
                try rewrite(reference, without: erased)
            }
        }
        let own = Set(try PhotoReferences.own(in: store).map(\.name))
        for remote in try RemoteSettings(store: store).all() {
            let noted = PhotoReferences.noted(at: remote.name)
            for reference in try store.repository.references.all(under: noted) {
                let name = PhotoReferences.root + reference.name.dropFirst(noted.count)
                guard !own.contains(name), try holds(erased, at: reference.id) else { continue }
                _ = try store.repository.references.delete(reference.name, expecting: reference.id)
            }
        }
    }

    private func rewrite(_ reference: (name: String, id: ObjectID), without erased: Set<ObjectID>) throws {
        var tip = reference.id
        try Contention.retrying(or: Self.overtaken) { () -> Void? in
            guard let chain = try PhotoRewriting(of: tip, without: erased, in: store.repository) else { return () }
            _ = try store.repository.packs.storeKept(chain.objects)
            let outcome = try store.repository.references.move(
                reference.name, from: tip, to: chain.tip, signature: .hometask(at: clock().seconds),
                message: "\(FamilyBranch.reflogPrefix)photos erased")
            if outcome == .moved { return try store.repository.references.flushReference(reference.name) }
            guard let now = try store.repository.references.target(of: reference.name) else { return () }
            tip = now
            return nil
        }
    }

    private static var overtaken: ReplicaError {
        ReplicaError(
            .busy,
            "other programs stored photos of this family \(Contention.attempts) times in a row while one was erased",
            hint: "Run \(.sync): it continues from here.")
    }

    private func holds(_ files: Set<ObjectID>, at tip: ObjectID) throws -> Bool {
        try PhotoRewriting.files(of: tip, in: store.repository).contains { files.contains($0) }
    }

    /// Returns whether a remote's reference is an earlier version of this device's own: everything that it leads to is
    /// also reachable from the own one, except erased files.
    func isEarlierWriting(_ theirs: ObjectID, of own: ObjectID) throws -> Bool {
        guard store.repository.contains(theirs) else { return false }
        let files = Set(try PhotoRewriting.files(of: theirs, in: store.repository))
        let known = Set(try PhotoRewriting.files(of: own, in: store.repository))
        let others = files.subtracting(known)
        return others.isEmpty ? false : try others.isSubset(of: erasedFiles())
    }

    /// Returns the findings of 'doctor' about erased photos: files that are still here and, as far as known, at
    /// remotes.
    func findings() throws -> [Finding] {
        let named = try filesNamedByPhotos()
        if named.erased.isEmpty { return [] }
        let erased = named.erased.subtracting(named.kept)
        var findings: [Finding] = []
        let shared = named.erased.intersection(named.kept).count
        if shared > 0 {
            let verb = shared == 1 ? "is" : "are"
            findings.append(
                Finding(
                    .advice, "erased photos",
                    message: "\(shared) of their files \(verb) also attached elsewhere, and \(verb) kept",
                    hint:
                        "Photos attached on another device in the meantime must be erased separately: \(.listPhotos) lists all."
                ))
        }
        let held = try erased.subtracting(documentFiles()).subtracting(store.repository.missing(Array(erased))).count
        if held > 0 {
            findings.append(
                Finding(
                    .advice, "erased photos", message: "\(held) of their files are still on this device",
                    hint:
                        "Run \(.sync); any left after that are in git's own packs: 'git gc --prune=now' removes them."
                ))
        }
        for remote in try RemoteSettings(store: store).all() {
            let noted = PhotoReferences.noted(at: remote.name)
            let holding = try store.repository.references.all(under: noted).filter { try holds(erased, at: $0.id) }
            guard !holding.isEmpty else { continue }
            findings.append(
                Finding(
                    .advice, "erased photos",
                    message: "the remote ‘\(remote.name)’ still had some of them at the last check",
                    hint: "The device that attached one removes it there with its next sync."))
        }
        findings.append(
            Finding(
                .fine, "erased photos",
                message:
                    "erased here; captions, times and places stay in their documents, and pictures in clones that are not synced and in copies that hosts keep"
            ))
        return findings
    }
}
