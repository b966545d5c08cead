// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
public import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

extension GitReplica {
    /// From so many documents on, a working tree costs more than it gives.
    private static var manyDocuments: Int { 20_000 }
    /// From so many loose objects on, packing them pays.
    static var manyLooseObjects: Int { 5_000 }

    /// Looks the repository over and, where asked, mends what can be mended without losing anything.
    public func examine(repairs: Bool) throws -> [Finding] {
        let disk = diskFindings()
        // Nothing can be mended where nothing can be written.
        let mends = repairs && !disk.contains { $0.severity == .problem }
        return try recovering { try findings(mends) } + disk
    }

    private func findings(_ repairs: Bool) throws -> [Finding] {
        var findings = [try branchFinding(), try driverFinding(repairs), try attributesFinding(repairs)]
        findings += try familyFindings(repairs) + documentFindings(repairs)
        findings += try handEditFindings() + hiddenFileFindings(repairs)
        findings.append(try objectsFinding(repairs))
        findings += [gitFinding(), try forkFinding()].compactMap { $0 } + (try remoteFindings())
        findings += try lockFindings(repairs) + erasureFindings()
        findings += [try passwordFinding(repairs), leftoverFinding(repairs)].compactMap { $0 }
        return findings
    }

    private func branchFinding() throws -> Finding {
        let branch = try store.branch()
        if store.repository.state != .clean {
            return Finding(
                .problem, "branch", "git is in the middle of \(store.repository.state)",
                hint: "Finish or abort it, for instance with 'git merge --abort'.")
        }
        return Finding(.fine, "branch", "\(Self.shortName(branch.name)), no operation in progress")
    }

    private func driverFinding(_ repairs: Bool) throws -> Finding {
        do throws(GitError) {
            if try MergeDriver.isConfigured(store.repository) {
                return Finding(.fine, "merge driver", "plain git merges documents field by field here")
            }
            if repairs {
                try MergeDriver.configure(store.repository)
                return Finding(.mended, "merge driver", "it was set up in this clone")
            }
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
        return Finding(
            .problem, "merge driver", "this clone lacks it: a plain 'git merge' would merge documents line by line",
            hint: "\(.repair) sets it up.")
    }

    private func attributesFinding(_ repairs: Bool) throws -> Finding {
        let branch = try store.branch()
        if MergeDriver.isNamed(in: try attributes(at: branch.tip)) {
            return Finding(.fine, "attributes", ".gitattributes names the merge driver")
        }
        guard repairs, branch.tip != nil, store.repository.state == .clean else {
            return Finding(
                .problem, "attributes", "the family's .gitattributes does not name the merge driver",
                hint: "\(.repair) restores it.")
        }
        let sealed = try sealedBranch()
        guard let tip = sealed.tip else { return Finding(.fine, "attributes", "there is no commit yet") }
        // The last line that fits a file counts, so ours goes to the end.
        let kept = try attributes(at: tip)
        let lineEnd: [UInt8] = kept.isEmpty || kept.last == 0x0A ? [] : [0x0A]
        let changed = try store.writeTree(
            store.tree(of: tip), [.content(".gitattributes", kept + lineEnd + Array(MergeDriver.attributes.utf8))])
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: dependencies.clock().seconds)
        let commit = try writeCommit(
            tree: changed, parents: [tip], author: signature, committer: signature,
            message: "hometask put .gitattributes back")
        if try publish(commit, on: sealed, as: currentIdentity(sealed)) { followPublished() }
        return Finding(.mended, "attributes", ".gitattributes names the merge driver again")
    }

    /// What the family's .gitattributes holds; nothing where there is none, or where it is no file of a sensible size.
    private func attributes(at commit: ObjectID?) throws -> [UInt8] {
        do {
            guard let tree = try store.tree(of: commit),
                let entry = try store.repository.entry(at: ".gitattributes", in: tree), entry.mode.isFile
            else { return [] }
            return try store.repository.readBlob(entry.id, limit: 1 << 20)
        } catch let error as GitError {
            if error.code == .tooLarge { return [] }
            throw error.replicaError(subject: ".gitattributes")
        }
    }

    /// Reads every document. A clock that runs ahead shows in the times of what its device wrote.
    private func documentFindings(_ repairs: Bool) throws -> [Finding] {
        let tree = try store.tree(of: store.branch().tip)
        let reader = GitReader(store, tree: tree, workTree: nil)
        var count = 0
        var damaged: [DocumentPath] = []
        var malformed = MalformedFindings()
        var latest = Timestamp(seconds: 0)
        for kind in DocumentKind.known {
            try reader.forEachDocument(of: kind) { path, bytes in
                count += 1
                if let document = try? Document(decoding: Array(bytes)),
                    path.fault(id: document.id, kind: document.kind) == nil
                {
                    latest = max(latest, document.latestTime)
                    malformed.add(document, at: path)
                } else {
                    damaged.append(path)
                }
                return true
            }
            let replaced = try reader.replacedPaths(of: kind)
            count += replaced.count
            damaged += replaced
        }
        var findings = try damageFindings(damaged, in: tree, repairs)
        let unreadable = findings.filter { $0.severity == .problem }.count
        findings.insert(
            Finding(unreadable == 0 ? .fine : .problem, "documents", "\(count - unreadable) of \(count) can be read"),
            at: 0)
        findings += malformed.findings
        findings += try strayFindings(in: tree)
        if latest.seconds > dependencies.clock().seconds + 600 {
            findings.append(
                Finding(
                    .advice, "clock", "a device's clock runs ahead: something was written at \(latest.rfc3339)",
                    hint: "Nothing is lost; correct the clock of that device."))
        }
        if !isBare, count > Self.manyDocuments {
            findings.append(
                Finding(
                    .advice, "size", "\(count) documents are many for a working tree",
                    hint: "A bare clone is faster: \(.joinWithoutFiles)."))
        }
        return findings
    }

    private func objectsFinding(_ repairs: Bool) throws -> Finding {
        let count = store.repository.looseObjectCount()
        guard count >= Self.manyLooseObjects else {
            return Finding(.fine, "objects", "about \(count) loose objects")
        }
        guard repairs else {
            return Finding(
                .advice, "objects", "about \(count) objects are not packed",
                hint: "\(.repair) packs them.")
        }
        do {
            return Finding(.mended, "objects", "\(try store.repository.consolidate()) objects were packed")
        } catch {
            throw error.replicaError(subject: "the objects")
        }
    }

    private func gitFinding() -> Finding {
        do throws(TransportError) {
            _ = try dependencies.findTransport(RemoteTimeout.usual)
            return Finding(.fine, "git", "the installed git can sync")
        } catch {
            return Finding(
                .problem, "git", error.lines.joined(separator: "; "),
                hint: "Everything but sync works; install git 2.26 or newer to sync.")
        }
    }

    /// Remotes that are folders of this machine are looked for; others would take the network.
    private func remoteFindings() throws -> [Finding] {
        let remotes = try remotes()
        if remotes.isEmpty {
            return [
                Finding(
                    .advice, "remote", "there is none, so no copy exists elsewhere",
                    hint: "\(.addRemote) names one.")
            ]
        }
        return remotes.compactMap { remote in
            let name = "‘\(remote.name)’ (\(remote.url))"
            let setting: Hint = "\(.setRemote(remote.name)) names another."
            return switch store.repository.folderFault(ofRemote: remote.name) {
            case nil: nil
            case .missing:
                Finding(
                    .advice, "remote", "\(name) is not there",
                    hint: "If it is on a separate disk, mount that; otherwise \(setting)")
            case .noRepository:
                Finding(.problem, "remote", "\(name) cannot be opened as a git repository", hint: setting)
            }
        }
    }

    private func lockFindings(_ repairs: Bool) throws -> [Finding] {
        let hubs = try remotes().map { (name: $0.name, locks: store.repository.locks(ofRemote: $0.name)) }
        let places =
            [(name: "this clone", locks: store.repository.locks)]
            + hubs.compactMap { hub in hub.locks.map { (name: "the remote ‘\(hub.name)’", locks: $0) } }
        return places.flatMap { place -> [Finding] in
            let found = place.locks.found
            let left = repairs ? place.locks.clear() : found
            let mended = found.count - left.count
            let gone = Finding(
                .mended, "lock",
                "\(mended) lock \(mended == 1 ? "file" : "files") of killed programs removed in \(place.name)")
            return (mended > 0 ? [gone] : [])
                + left.map { lock in
                    Finding(
                        .problem, "lock", "a lock file is in the way in \(place.name): \(lock)",
                        hint: repairs
                            ? "If no git program runs there, remove that file."
                            : "\(.repair) removes it, if no program is using it.")
                }
        }
    }
}
