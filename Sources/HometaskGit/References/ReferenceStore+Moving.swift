// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

/// The result of moving a reference by compare-and-swap.
public enum MoveOutcome: Hashable, Sendable {
    /// The reference was at the expected commit and is now at the new one.
    case moved
    /// The reference was elsewhere, or did not exist, and was not changed.
    case changed(now: ObjectID?)
}

extension ReferenceStore {
    /// Moves a reference if it is still at the expected commit. The check and the write happen under git's own lock of
    /// that reference, so if two processes move it from the same commit, only one succeeds. Writes the reflog of the
    /// reference, and of HEAD if HEAD points to it.
    ///
    /// - Parameters:
    ///   - name: The full name; a symbolic reference is not followed, and counts as changed.
    ///   - from: The expected commit; nil if the reference must not exist.
    /// - Throws: ``GitError/Code/locked`` if another process holds the lock for more than about two seconds; the detail
    ///   names the lock file and its owner. A lock whose owner died is removed.
    public func move(
        _ name: String, from: ObjectID?, to: ObjectID, signature: Signature, message: String
    ) throws(GitError) -> MoveOutcome {
        try repository.expect(.commit, at: to)
        if from == nil { try expectFree(name) }
        return unsafe try withLockedReference(name, expecting: from) { transaction throws(GitError) in
            var target = to.oid
            _ = unsafe try signature.withLibraryForm { signature throws(GitError) in
                try call(
                    "move reference", on: name,
                    status: unsafe git_transaction_set_target(transaction, name, &target, signature, message))
            }
        }
    }

    /// Removes a reference and its reflog, if it is still at the expected commit.
    public func delete(_ name: String, expecting current: ObjectID) throws(GitError) -> MoveOutcome {
        let outcome = unsafe try withLockedReference(name, expecting: current) { transaction throws(GitError) in
            try call("remove reference", on: name, status: unsafe git_transaction_remove(transaction, name))
        }
        if outcome == .moved {
            try call(
                "remove the reflog of", on: name, status: unsafe git_reflog_delete(repository.handle.pointer, name))
        }
        return outcome
    }

    private func withLockedReference(
        _ name: String, expecting current: ObjectID?, change: (OpaquePointer) throws(GitError) -> Void
    ) throws(GitError) -> MoveOutcome {
        var valid: Int32 = 0
        try call("check the name", on: name, status: unsafe git_reference_name_is_valid(&valid, name))
        guard valid == 1 else { throw GitError(.invalid, operation: "use \(name)", detail: "not a reference name") }
        let transaction = unsafe try HometaskGit.handle("begin a change of", on: name, freeing: git_transaction_free) {
            unsafe git_transaction_new($0, repository.handle.pointer)
        }
        try lock(name, in: transaction)
        let now = try state(of: name)
        guard now == current.map(ReferenceState.at) ?? .missing else { return .changed(now: now.commit) }
        unsafe try change(transaction.pointer)
        try commit(transaction, name)
        return .moved
    }

    /// Commits a transaction; removing a reference also takes the lock of `packed-refs`.
    private func commit(_ transaction: borrowing Handle, _ name: String) throws(GitError) {
        do {
            try call("change reference", on: name, status: unsafe git_transaction_commit(transaction.pointer))
        } catch  where error.code == .locked {
            if let lock = repository.locks.clear(of: repository.commonDirectory + "packed-refs") {
                throw lock.error(locking: name)
            }
            throw error
        }
    }

    /// Waits for git's lock. A holder keeps it for milliseconds, so the pauses start at half a millisecond and grow. A
    /// lock that stays is removed if its owner died.
    private func lock(_ name: String, in transaction: borrowing Handle) throws(GitError) {
        var pause: UInt32 = 500
        var waited: UInt32 = 0
        while true {
            do {
                try call("lock reference", on: name, status: unsafe git_transaction_lock_ref(transaction.pointer, name))
                return
            } catch  where error.code == .locked {
                if waited > 250_000, let lock = repository.locks.clear(ofReference: name), waited > 2_000_000 {
                    throw lock.error(locking: name)
                }
                usleep(pause)
                waited += pause
                pause = min(pause * 2, 50_000) + UInt32.random(in: 0..<500)
            }
        }
    }

    private enum ReferenceState: Equatable {
        case missing, symbolic, at(ObjectID)

        var commit: ObjectID? { if case .at(let id) = self { id } else { nil } }
    }

    private func state(of name: String) throws(GitError) -> ReferenceState {
        guard let found = try lookup(name) else { return .missing }
        guard let target = unsafe git_reference_target(found.pointer) else { return .symbolic }
        return .at(unsafe ObjectID(target.pointee))
    }

    /// Checks that no reference exists above or below a name, which would prevent creating the reference.
    private func expectFree(_ name: String) throws(GitError) {
        let parts = name.split(separator: "/")
        for count in 1..<max(parts.count, 2) where count >= 3 {
            let above = parts.prefix(count).joined(separator: "/")
            if try lookup(above) != nil { throw Self.occupied(name, by: above) }
        }
        if let below = try names(under: name + "/").first { throw Self.occupied(name, by: below) }
    }

    private static func occupied(_ name: String, by other: String) -> GitError {
        GitError(.conflict, operation: "make reference \(name)", detail: "\(other) exists")
    }

    /// Makes HEAD point to a branch that has no commit yet.
    public func setUnbornBranch(_ name: String) throws(GitError) {
        try call(
            "set the current branch", on: name, status: unsafe git_repository_set_head(repository.handle.pointer, name))
    }

    /// Flushes a reference, in its own file or in `packed-refs`.
    public func flushReference(_ name: String) throws(GitError) {
        let path = repository.commonDirectory + name
        // 'git gc' packs references: it writes all of them to one file and then removes the individual files.
        do {
            try flush(path)
        } catch {
            if RemoteURL.exists(path) { throw error }
            return try flush(repository.commonDirectory + "packed-refs")
        }
        if let slash = path.lastIndex(of: "/") { try flush(String(path[...slash])) }
    }
}
