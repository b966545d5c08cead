// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskGit
import HometaskMerging
public import HometaskReplica

extension GitReplica {
    /// From so many documents on, a working tree costs more than it gives.
    private static var manyDocuments: Int { 20_000 }
    /// From so many loose objects on, packing them pays.
    static var manyLooseObjects: Int { 5_000 }

    /// Looks the repository over and, where asked, mends what can be mended without losing anything.
    public func examine(repairs: Bool) throws -> [Finding] {
        var findings = [try branchFinding(), try driverFinding(repairs), try attributesFinding(repairs)]
        findings += try documentFindings()
        findings.append(try objectsFinding(repairs))
        findings += [gitFinding(), try forkFinding(), try remoteFinding(), lockFinding()].compactMap { $0 }
        return findings
    }

    private func branchFinding() throws -> Finding {
        let branch = try store.branch()
        if store.repository.state != .clean {
            return Finding(
                .problem, "branch", "git is in the middle of \(store.repository.state)",
                hint: "Finish it or call it off, for instance with 'git merge --abort'.")
        }
        return Finding(.fine, "branch", "\(Self.shortName(branch.name)), nothing half done")
    }

    private func driverFinding(_ repairs: Bool) throws -> Finding {
        do throws(GitError) {
            if try MergeDriver.isConfigured(store.repository) {
                return Finding(.fine, "merge driver", "plain git merges documents field by field here")
            }
            if repairs {
                try MergeDriver.configure(store.repository)
                return Finding(.mended, "merge driver", "it is set up in this clone now")
            }
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
        return Finding(
            .problem, "merge driver", "this clone lacks it: a plain 'git merge' would merge documents line by line",
            hint: "'hometask doctor --repair' sets it up.")
    }

    private func attributesFinding(_ repairs: Bool) throws -> Finding {
        let branch = try store.branch()
        let tree = try store.tree(of: branch.tip)
        do {
            if let tree, let entry = try store.repository.entry(at: ".gitattributes", in: tree),
                String(decoding: try store.repository.readBlob(entry.id, limit: 1 << 20), as: UTF8.self)
                    .contains("merge=hometask")
            {
                return Finding(.fine, "attributes", ".gitattributes names the merge driver")
            }
        } catch {
            throw error.replicaError(subject: ".gitattributes")
        }
        guard repairs, branch.tip != nil else {
            return Finding(
                .problem, "attributes", "the family's .gitattributes does not name the merge driver",
                hint: "'hometask doctor --repair' puts it back.")
        }
        let sealed = try sealedBranch()
        guard let tip = sealed.tip else { return Finding(.fine, "attributes", "there is no commit yet") }
        let changed = try store.writeTree(
            store.tree(of: tip), [.content(".gitattributes", Array(MergeDriver.attributes.utf8))])
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: clock().seconds)
        let commit = try writeCommit(
            tree: changed, parents: [tip], author: signature, committer: signature,
            message: "hometask put .gitattributes back")
        if try publish(commit, on: sealed, as: currentIdentity(sealed)) { followPublished() }
        return Finding(.mended, "attributes", ".gitattributes names the merge driver again")
    }

    /// Reads every document. A clock that runs ahead shows in the times of what its device wrote.
    private func documentFindings() throws -> [Finding] {
        let tree = try store.tree(of: store.branch().tip)
        let reader = GitReader(store, tree: tree, workTree: nil)
        var count = 0
        var findings: [Finding] = []
        var latest = Timestamp(seconds: 0)
        for kind in [DocumentKind.family, .member, .category, .task, .pin, .note, .photo, .view, .device] {
            try reader.forEachDocument(of: kind) { path, bytes in
                count += 1
                do {
                    if bytes.isEmpty { throw DocumentFault(description: "it is empty, or larger than 8 MiB") }
                    let document = try Document(decoding: Array(bytes))
                    if let fault = path.fault(id: document.id, kind: document.kind) {
                        throw DocumentFault(description: fault)
                    }
                    latest = max(latest, document.latestTime)
                } catch {
                    findings.append(
                        Finding(
                            .problem, "document", "\(path.text) cannot be read: \(error)",
                            hint: "'git log -- \(path.text)' shows the versions that could."))
                }
                return true
            }
        }
        let unreadable = findings.count
        findings.insert(
            Finding(unreadable == 0 ? .fine : .problem, "documents", "\(count - unreadable) of \(count) can be read"),
            at: 0)
        if latest.seconds > clock().seconds + 600 {
            findings.append(
                Finding(
                    .advice, "clock", "a device's clock runs ahead: something was written at \(latest.rfc3339)",
                    hint: "Nothing is lost by it; set the clock of that device right."))
        }
        if !isBare, count > Self.manyDocuments {
            findings.append(
                Finding(
                    .advice, "size", "\(count) documents are many for a working tree",
                    hint: "A bare clone is faster: 'hometask join URL DIR --bare'."))
        }
        let edited = try handEditedPaths()
        if !edited.isEmpty {
            findings.append(
                Finding(
                    .advice, "hand edits",
                    "\(edited.count) edited \(edited.count == 1 ? "file is" : "files are") not yet taken in",
                    hint: "'hometask status' takes them in."))
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
                .advice, "objects", "about \(count) objects lie in files of their own",
                hint: "'hometask doctor --repair' packs them.")
        }
        do {
            return Finding(.mended, "objects", "\(try store.repository.packLooseObjects()) objects were packed")
        } catch {
            throw error.replicaError(subject: "the objects")
        }
    }

    private func gitFinding() -> Finding {
        do throws(TransportError) {
            _ = try findTransport()
            return Finding(.fine, "git", "the installed git can sync")
        } catch {
            return Finding(
                .problem, "git", error.lines.joined(separator: "; "),
                hint: "Everything but sync works; install git 2.26 or newer to sync.")
        }
    }

    private func remoteFinding() throws -> Finding? {
        guard try remotes().isEmpty else { return nil }
        return Finding(
            .advice, "remote", "there is none, so nothing is kept anywhere else",
            hint: "'hometask remote add origin URL' names one.")
    }

    private func lockFinding() -> Finding? {
        let path = store.gitDirectory + "index.lock"
        guard access(path, F_OK) == 0 else { return nil }
        return Finding(
            .problem, "lock", "\(path) is there: a git program runs, or was killed",
            hint: "If no git program runs, remove that file.")
    }
}

/// Why bytes are no document of the place where they stand.
private struct DocumentFault: Error, CustomStringConvertible {
    let description: String
}
