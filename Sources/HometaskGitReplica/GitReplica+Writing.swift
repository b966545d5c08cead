// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskGit
import HometaskMerging
public import HometaskReplica

extension GitReplica {
    /// Changes documents, all or none, as one commit; starts again on the newer version where another process was faster.
    public func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) throws -> Written<Result> {
        for attempt in 0..<Self.attempts {
            let branch = try writableBranch()
            let tree = try store.tree(of: branch.tip)
            let identity = try currentIdentity(tip: branch.tip)
            let reader = GitReader(store, tree: tree, workTree: workTree)
            let transaction = Transaction(
                over: reader, by: Author(actor: identity.actor, time: clock()), for: identity.member)
            let result = try body(transaction)
            let takenIn = reader.editsRead.filter { edit in transaction.takenIn.contains { $0.text == edit.key } }
            guard !transaction.staged.isEmpty else {
                // An edit that says nothing new (other white space) has been taken in by leaving all as it is.
                try followHead(takenIn: takenIn)
                return Written(result: result, commit: nil, settled: [])
            }
            try declare(identity, in: transaction)
            let commit = try commit(transaction, on: branch.tip, tree: tree)
            if try publish(commit, on: branch, as: identity, declares: true) {
                try followHead(takenIn: takenIn)
                if let command { try remember(command, commit) }
                return Written(result: result, commit: commit.description, settled: transaction.settled)
            }
            usleep(UInt32.random(in: 0..<(1000 << min(attempt, 6))))
        }
        throw ReplicaError(
            .busy, "other programs changed the family \(Self.attempts) times in a row while this change was made",
            hint: "Nothing was changed; run the command again.")
    }

    static var attempts: Int { 40 }

    /// How the reflog tells this program's moves of the branch from git's.
    static let reflogPrefix = "hometask: "

    /// The branch, where nothing stands in the way of writing to it.
    func writableBranch() throws -> (name: String, tip: ObjectID?) {
        let branch = try store.branch()
        guard store.repository.state == .clean else {
            throw ReplicaError(
                .unsettled, "git is in the middle of \(store.repository.state) here",
                hint: "Finish it or call it off ('git merge --abort', 'git rebase --abort') and try again.")
        }
        try followHead()
        return branch
    }

    /// Brings the working tree to what HEAD holds now. One process at a time: two that followed different commits at
    /// once would leave files behind that look like edits.
    func followHead(takenIn: [String: ObjectID?] = [:]) throws {
        guard let workTree else { return }
        try ProcessLock(path: local.folder + "worktree-lock").withLock {
            try workTree.follow(to: store.tree(of: store.branch().tip), takenIn: takenIn)
        }
    }

    /// Writes the commit's objects; moves nothing.
    private func commit(_ transaction: Transaction, on tip: ObjectID?, tree: ObjectID?) throws -> ObjectID {
        do {
            var changes = transaction.staged.map { FileChange.content($0.key.text, $0.value.encoded()) }
            // Part of the family's tree from the first commit on, so that every clone merges documents alike.
            if tip == nil { changes.append(.content(".gitattributes", Array(MergeDriver.attributes.utf8))) }
            let newTree = try store.writeTree(tree, changes)
            let signature = try signature(of: transaction)
            return try writeCommit(
                tree: newTree, parents: tip.map { [$0] } ?? [], author: signature, committer: signature,
                message: transaction.diary.message(by: signature.name))
        } catch let error as GitError {
            throw error.replicaError(subject: "the change")
        }
    }

    func writeCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
    ) throws -> ObjectID {
        try store.repository.writeCommit(
            tree: tree, parents: parents, author: author, committer: committer,
            message: CommitTrailer.sealing(message, tree: tree, parents: parents, format: Document.format))
    }

    /// Announces a commit and moves the branch to it.
    ///
    /// - Parameter declares: whether the commit names the device to the family; one that came from a remote does not.
    /// - Returns: false where the branch has moved meanwhile; nothing is changed then.
    func publish(
        _ commit: ObjectID, on branch: (name: String, tip: ObjectID?), as identity: DeviceIdentity,
        declares: Bool = false
    ) throws -> Bool {
        try ProcessLock(path: local.folder + "lock").withLock {
            guard try store.repository.reference(branch.name) == branch.tip else { return false }
            var identity = identity
            identity.announced = commit
            if declares { identity.isDeclared = true }
            try keep(identity)
            let written = try store.repository.readCommit(commit)
            do throws(GitError) {
                let outcome = try store.repository.moveReference(
                    branch.name, from: branch.tip, to: commit, signature: written.committer,
                    message: "\(Self.reflogPrefix)\(CommitTrailer.told(written.message).subject)")
                return outcome == .moved
            } catch {
                throw error.replicaError(subject: "the branch \(branch.name)")
            }
        }
    }

    /// The member's name and e-mail sign the commits; before there is one, the family's.
    private func signature(of transaction: Transaction) throws -> Signature {
        var name: String?
        var email: String?
        if let member = transaction.member, let path = DocumentPath(kind: .member, id: member),
            let record = try transaction.document(at: path).flatMap({ MemberRecord($0.shown) })
        {
            (name, email) = (record.name, record.email)
        }
        if name == nil || email == nil,
            let family = try transaction.document(at: .family).flatMap({ FamilyRecord($0.shown) })
        {
            (name, email) = (name ?? family.name, email ?? family.email)
        }
        return Signature(
            name: Self.identityText(name) ?? "hometask", email: Self.identityText(email) ?? "hometask@localhost",
            seconds: transaction.now.seconds)
    }

    /// A name as a commit may hold it: git allows no angle brackets or line breaks, and no dots or commas at the ends.
    private static func identityText(_ text: String?) -> String? {
        guard let text else { return nil }
        let kept = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && $0 != "<" && $0 != ">" }
        let crud: (Unicode.Scalar) -> Bool = { " .,:;\"'\\".unicodeScalars.contains($0) }
        let head = kept.drop(while: crud)
        let tail = head.reversed().drop(while: crud).reversed()
        return tail.isEmpty ? nil : String(String.UnicodeScalarView(tail))
    }
}
