// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Reads every document, and restores those that cannot be read.
///
/// It also finds devices whose clocks run ahead, by the times of their writes.
struct DocumentCheck {
    /// The number of documents above which a working tree costs more than it is worth.
    private static let many = 20_000

    let store: FamilyStore
    let repair: DocumentRepair
    let status: StatusReader

    func findings(repairs: Bool) throws -> [Finding] {
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
        var findings = try findings(of: damaged, in: tree, repairs: repairs)
        let unreadable = findings.filter { $0.severity == .problem }.count
        findings.insert(
            Finding(
                unreadable == 0 ? .fine : .problem, "documents",
                message: "\(count - unreadable) of \(count) can be read"),
            at: 0)
        findings += malformed.findings
        findings += try strayFindings(in: tree)
        if latest.seconds > repair.clock().seconds + 600 {
            findings.append(
                Finding(
                    .advice, "clock",
                    message: "a device's clock runs ahead: something was written at \(latest.rfc3339)",
                    hint: "Nothing is lost; correct the clock of that device."))
        }
        if store.workingDirectory != nil, count > Self.many {
            findings.append(
                Finding(
                    .advice, "size", message: "\(count) documents are many for a working tree",
                    hint: "A bare clone is faster: \(.joinWithoutFiles)."))
        }
        return findings
    }

    /// Returns the findings about unreadable documents in HEAD, and about those that were restored.
    private func findings(of damaged: [DocumentPath], in tree: ObjectID?, repairs: Bool) throws -> [Finding] {
        let isSettled = store.repository.state == .clean
        var mendable: [DocumentPath] = []
        for path in damaged where try DocumentDamage(store: store).reason(at: path, in: tree) != nil {
            mendable.append(path)
        }
        let mended = repairs && isSettled && !mendable.isEmpty ? try repair.putBack(mendable) : []
        return try damaged.compactMap { path -> Finding? in
            switch try store.storedDocument(at: path.text, in: tree) {
            case .newer(let error):
                Finding(.problem, "document", message: "\(path.text) cannot be read: \(error)")
            case .unreadable(let fault):
                mended.contains(path)
                    ? Self.mended(path, fault) : Self.damaged(path, fault, wasTried: repairs && isSettled)
            case .document, nil: nil
            }
        }
    }

    private static func mended(_ path: DocumentPath, _ fault: String) -> Finding {
        Finding(
            .mended, "document",
            message: "\(path.text) could not be read (\(fault)): its last readable version was restored",
            hint: "The damaged version is in the history: 'git log -p -- \(path.text)'.")
    }

    private static func damaged(_ path: DocumentPath, _ fault: String, wasTried: Bool) -> Finding {
        Finding(
            .problem, "document", message: "\(path.text) cannot be read: \(fault)",
            hint: wasTried
                ? "No version of it can be read, so none was restored; 'git log -p -- \(path.text)' shows them."
                : DocumentRepair.hint)
    }

    private func strayFindings(in tree: ObjectID?) throws -> [Finding] {
        try MisplacedDocuments(store: store).list(in: tree).map { stray in
            Finding(
                .problem, "stray file", message: "\(stray.path) \(stray.reason)",
                hint:
                    "Copy what only this file has, then remove it with 'git rm' and a commit; or move it to the right path with 'git mv'."
            )
        }
    }

    /// Returns the finding about documents with edits from two copies of one device; nil if none of them waits for a
    /// choice.
    func forkFinding() throws -> Finding? {
        let forks = try ForkLog(local: store.local).read()
        if forks.isEmpty { return nil }
        let open = Set(try status.problemDocuments(GitReader(tipOf: store)).conflicted)
        let count = forks.count { open.contains($0.path) }
        if count == 0 { return nil }
        return Finding(
            .advice, "copies",
            message:
                "two copies of one device were used, and \(count) \(count == 1 ? "document holds" : "documents hold") the edits of both",
            hint: "Its disk was restored, or its folder copied. Nothing is lost: \(.showConflicts) shows the values."
        )
    }
}
