// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
public import HometaskReplica

extension GitReplica {
    /// Changes documents, all or none, as one commit; starts again on the newer version where another process was
    /// faster.
    public func write<Result: Sendable>(
        command: String?, _ body: @Sendable (Transaction) throws -> Result
    ) throws -> Written<Result> {
        try recovering { try write(command: command, separatesEdits: true, body) }
    }

    /// - Parameter separatesEdits: whether hand edits that the change touches get a commit of their own before it: so
    ///   what was typed is in the history even where the change overwrites it, and `undo` takes back the command alone.
    func write<Result: Sendable>(
        command: String?, separatesEdits: Bool, _ body: @Sendable (Transaction) throws -> Result
    ) throws -> Written<Result> {
        var separatesEdits = separatesEdits
        // A change that is made again is the same change, so that a reviewer need not be asked again.
        let time = dependencies.clock()
        let draws = EntropyRecord(dependencies.entropy)
        for attempt in 0..<Self.attempts {
            let branch = try sealedBranch()
            let draft =
                attempt < patience
                ? try write(command, on: branch, at: time, draws, separatesEdits, body)
                : try branchLock.withLock {
                    try write(command, on: store.branch(), at: time, draws, separatesEdits, body)
                }
            switch draft {
            case .written(let written, let takenIn):
                followPublished(takenIn: takenIn)
                // The change is made, so whatever hinders this hinders only this.
                if journal.isFull { _ = try? StoreUpkeep(store).run() }
                return written
            case .edited(let paths):
                separatesEdits = false
                _ = try write(command: Self.handEditCommand, separatesEdits: false) { transaction in
                    for path in paths { try transaction.takeIn(path) }
                }
            case .overtaken: pause(attempt)
            }
        }
        throw ReplicaError(
            .busy, "other programs changed the family \(Self.attempts) times in a row while this change was made",
            hint: "Nothing was changed; run the command again.")
    }

    /// How many times others may win before they have to wait, for a reviewer as well, who may take a while.
    private var patience: Int { reviewer == nil ? 2 : 6 }

    /// What an attempt to write came to.
    private enum Draft<Result: Sendable> {
        /// The change is made; with the hand edits in it and the content they were read from.
        case written(Written<Result>, takenIn: [String: ObjectID?])
        /// Nothing is changed: it touches documents that were edited by hand.
        case edited([DocumentPath])
        /// Nothing is changed: the branch has moved meanwhile.
        case overtaken
    }

    /// Makes the change on top of a tip.
    private func write<Result: Sendable>(
        _ command: String?, on branch: (name: String, tip: ObjectID?), at time: Timestamp, _ draws: EntropyRecord,
        _ separatesEdits: Bool, _ body: (Transaction) throws -> Result
    ) throws -> Draft<Result> {
        if let tip = branch.tip, try isForeign(tip) { return .overtaken }
        let tree = try store.tree(of: branch.tip)
        let identity = try currentIdentity(branch)
        let reader = GitReader(store, tree: tree, workTree: workTree, commit: branch.tip)
        let transaction = Transaction(
            over: reader, by: Author(actor: identity.actor, time: time), for: identity.member,
            generator: draws.replayed)
        transaction.rules.extensions = extensions
        let result = try body(transaction)
        try transaction.settleProofs()
        if separatesEdits, !transaction.takenIn.isEmpty {
            return .edited(transaction.takenIn.sorted { $0.text < $1.text })
        }
        let taken = Set(transaction.takenIn.map(\.text))
        let takenIn = reader.editsRead.filter { taken.contains($0.key) }
        // An edit that says nothing new (other white space) has been taken in by leaving all as it is.
        if transaction.staged.isEmpty {
            return .written(Written(result: result, commit: nil, settled: []), takenIn: takenIn)
        }
        let isReviewed = command != Self.handEditCommand || reviewer?.seesHandEdits ?? false
        if isReviewed { try reviewer?.review(transaction, command: command) }
        let declares = try declare(identity, in: transaction)
        let commit = try commit(transaction, on: branch.tip, tree: tree)
        let isDone = try publish(
            commit, on: branch, as: identity, declares: declares, command: command, takenIn: takenIn)
        guard isDone else { return .overtaken }
        if let reviewer { reviewer.committed(try transaction.changes(), command: command) }
        let written = Written(result: result, commit: commit.description, settled: transaction.settled)
        return .written(written, takenIn: takenIn)
    }

    static var handEditCommand: String { HandEditReport.command }

    static var attempts: Int { 40 }

    func pause(_ attempt: Int) {
        usleep(UInt32.random(in: 0..<(1000 << min(attempt, 6))))
    }

    /// How the reflog tells this program's moves of the branch from git's.
    static let reflogPrefix = "hometask: "

    /// The branch, where nothing is in the way of writing to it. The working tree follows HEAD first: where it
    /// cannot, this fails, and nothing is changed.
    func writableBranch() throws -> (name: String, tip: ObjectID?) {
        _ = try store.branch()
        guard store.repository.state == .clean else {
            throw ReplicaError(
                .unsettled, "git is in the middle of \(store.repository.state) here",
                hint: "Finish or abort it ('git merge --abort', 'git rebase --abort') and try again.")
        }
        try followHead()
        return try store.branch()
    }

    /// Brings the working tree to what HEAD holds now. One process at a time: two that followed different commits at
    /// once would leave files behind that look like edits.
    func followHead(takenIn: [String: ObjectID?] = [:]) throws {
        guard let workTree else { return }
        try workTreeLock.withLock {
            try workTree.follow(takenIn: takenIn)
            guard workTree.hasJournal else { return }
            // Nobody is about to publish while this lock is held, so every entry is in HEAD's history, and followed, or
            // belongs to a commit that never was published.
            try branchLock.withLock {
                try workTree.follow()
                try workTree.clearJournal()
            }
        }
    }

    /// Brings the working tree to a commit that was just published. The change is made then, so what keeps the files
    /// from following (a full disk, a lock of git's) is no failure of it: the next writing command tries again, and
    /// tells it before it changes anything.
    func followPublished(takenIn: [String: ObjectID?] = [:]) {
        try? followHead(takenIn: takenIn)
    }

    /// Writes the commit's objects; moves nothing.
    private func commit(_ transaction: Transaction, on tip: ObjectID?, tree: ObjectID?) throws -> ObjectID {
        do {
            var changes = transaction.staged.map { FileChange.content($0.key.text, $0.value.bytes) }
            // Part of the family's tree from the first commit on, so that every clone merges documents alike.
            if tip == nil { changes.append(.content(".gitattributes", Array(MergeDriver.attributes.utf8))) }
            let newTree = try store.writeTree(tree, changes)
            let signature = try signature(of: transaction)
            return try writeCommit(
                tree: newTree, parents: tip.map { [$0] } ?? [], author: signature, committer: signature,
                message: CommitTrailer.naming(transaction.plugins, in: transaction.diary.message(by: signature.name)))
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

    /// Announces a commit, in the journal that is on the disk before this goes on, and moves the branch to it.
    ///
    /// - Parameters:
    ///   - declares: whether the commit names the device to the family.
    ///   - command: the command to remember for `undo`.
    ///   - takenIn: the hand edits that the commit holds, with the content they were read from.
    /// - Returns: false where the branch has moved meanwhile; nothing is changed then.
    func publish(
        _ commit: ObjectID, on branch: (name: String, tip: ObjectID?), as identity: DeviceIdentity,
        declares: Bool = false, command: String? = nil, takenIn: [String: ObjectID?] = [:]
    ) throws -> Bool {
        defer { store.repository.releasePacks() }
        return try branchLock.withLock {
            guard try store.repository.reference(branch.name) == branch.tip, let stored = try storedIdentity(),
                stored.actor == identity.actor, try vouches(stored, branch.tip, identity.place),
                let tips = try tipsVouching(for: stored, branch.tip)
            else { return false }
            var announcing = stored
            announcing.vouched = tips
            announcing.announced = commit
            if declares, stored.member == identity.member { announcing.isDeclared = true }
            local.removeLeftovers()
            try workTree?.noteTakenIn(takenIn, by: commit)
            if let command, command != SentReceipt.command { try remember(command, commit) }
            let objects = store.repository.takeUnflushedObjects()
            let length = try journal.append(
                CommitJournal.Record(
                    branch: branch.name, old: branch.tip, new: commit, identity: announcing.bytes, objects: objects))
            do {
                try keep(announcing, durably: false)
                try verify(objects)
                if try !move(branch, to: commit) {
                    // Git moved the branch in between, so the commit is on no branch, and the actor is as good as before.
                    try keep(stored)
                    return false
                }
            } catch {
                // What fails, such as a full disk, must not come true when the journal is played back.
                if (try? store.repository.reference(branch.name)) != commit {
                    journal.takeBack(to: length)
                    try? keep(stored)
                    throw error
                }
            }
            // A prune may have ended while no branch led to the commit.
            try? CommitRecovery(store).restoreAfterPrune()
            noteUpkeep(hasFetched: false)
            return true
        }
    }

    /// Sees to it that the objects of a commit are there: until a branch leads to them, `git prune` may take them away.
    private func verify(_ objects: [StoredObject]) throws {
        do throws(GitError) {
            try store.repository.restoreMissing(objects)
        } catch {
            throw error.replicaError(subject: "the new commit")
        }
    }

    private func move(_ branch: (name: String, tip: ObjectID?), to commit: ObjectID) throws -> Bool {
        do throws(GitError) {
            let written = try store.repository.readCommit(commit)
            let outcome = try store.repository.moveReference(
                branch.name, from: branch.tip, to: commit, signature: written.committer,
                message: "\(Self.reflogPrefix)\(CommitTrailer.told(written.message).subject)")
            if outcome == .moved { headWatch.signal() }
            return outcome == .moved
        } catch {
            throw error.replicaError(subject: "the branch \(branch.name)")
        }
    }

    /// The member's name and e-mail sign the commits; before there is one, the family's.
    private func signature(of transaction: Transaction) throws -> Signature {
        var name: String?
        var email: String?
        if let member = transaction.member, let path = DocumentPath(kind: .member, id: member),
            let record = try Self.readable(path, in: transaction).flatMap({ MemberRecord($0.shown) })
        {
            (name, email) = (record.name, record.email)
        }
        if name == nil || email == nil,
            let family = try Self.readable(.family, in: transaction).flatMap({ FamilyRecord($0.shown) })
        {
            (name, email) = (name ?? family.name, email ?? family.email)
        }
        return Signature(
            name: Self.identityText(name) ?? "hometask", email: Self.identityText(email) ?? "hometask@localhost",
            seconds: transaction.now.seconds)
    }

    /// A document; nil where it cannot be read, which stops no change of another.
    static func readable(_ path: DocumentPath, in transaction: Transaction) throws -> Document? {
        do {
            return try transaction.document(at: path)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return nil
        }
    }

    /// A name as a commit may hold it, without control codes; nil where nothing of it is left.
    private static func identityText(_ text: String?) -> String? {
        guard let text else { return nil }
        let plain = String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        let cleaned = Signature.cleaned(plain)
        return cleaned.isEmpty ? nil : cleaned
    }
}
