// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

/// The references of a repository: HEAD, branches, tags and others, with their reflogs.
public struct ReferenceStore {
    let repository: Repository

    /// Reads HEAD.
    ///
    /// - Throws: `GitError` (`corrupt`) if there is no HEAD, or it has no target.
    public func head() throws(GitError) -> Head {
        let head = try lookup("HEAD")
        guard let head else { throw GitError(.corrupt, operation: "find the current branch", detail: "there is none") }
        if unsafe git_reference_type(head.pointer) == GIT_REFERENCE_DIRECT {
            guard let target = unsafe git_reference_target(head.pointer) else {
                throw GitError(.corrupt, operation: "find the current branch", detail: "it has no target")
            }
            return .detached(unsafe ObjectID(target.pointee))
        }
        guard let target = unsafe git_reference_symbolic_target(head.pointer) else {
            throw GitError(.corrupt, operation: "find the current branch", detail: "it has no target")
        }
        let name = unsafe String(cString: target)
        return if let tip = try self.target(of: name) { .branch(name: name, tip: tip) } else { .unborn(name: name) }
    }

    /// Returns the commit that a reference leads to, through symbolic references and tags; nil if there is no such
    /// reference.
    ///
    /// - Parameter name: The full name, such as `refs/heads/main`, or `HEAD`.
    public func target(of name: String) throws(GitError) -> ObjectID? {
        guard let found = try lookup(name) else { return nil }
        var target: OpaquePointer?
        let status = unsafe git_reference_resolve(&target, found.pointer)
        if status == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try call("follow reference", on: name, status: status)
        guard let target = unsafe target else { return nil }
        let resolved = unsafe Handle(target, freeing: git_reference_free)
        return try peeled(resolved, name: name)
    }

    /// Returns the direct target of a reference, whether or not the object exists; nil for a symbolic or missing
    /// reference.
    func directTarget(of name: String) throws(GitError) -> ObjectID? {
        guard let found = try lookup(name), let target = unsafe git_reference_target(found.pointer) else { return nil }
        return unsafe ObjectID(target.pointee)
    }

    /// Returns the references whose names begin with a prefix, sorted by name. References that do not lead to a commit
    /// are left out.
    public func all(under prefix: String) throws(GitError) -> [(name: String, id: ObjectID)] {
        var found: [(name: String, id: ObjectID)] = []
        for name in try names(under: prefix) {
            if let id = try commitReference(name) { found.append((name, id)) }
        }
        return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    private func commitReference(_ name: String) throws(GitError) -> ObjectID? {
        do { return try target(of: name) } catch  where [.wrongType, .notFound, .invalid].contains(error.code) {
            return nil
        }
    }

    func names(under prefix: String) throws(GitError) -> [String] {
        let escaped = prefix.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        let iterator = unsafe try HometaskGit.handle("list references", freeing: git_reference_iterator_free) {
            unsafe git_reference_iterator_glob_new($0, repository.handle.pointer, escaped + "*")
        }
        var names: [String] = []
        while true {
            var name: UnsafePointer<CChar>?
            let status = unsafe git_reference_next_name(&name, iterator.pointer)
            if status == GIT_ITEROVER.rawValue { break }
            try call("list references", status: status)
            if let name = unsafe name { names.append(unsafe String(cString: name)) }
        }
        return names
    }

    /// Looks up a reference without resolving it; nil if there is none.
    func lookup(_ name: String) throws(GitError) -> Handle? {
        do {
            return unsafe try HometaskGit.handle("read reference", on: name, freeing: git_reference_free) {
                unsafe git_reference_lookup($0, repository.handle.pointer, name)
            }
        } catch  where error.code == .notFound {
            return nil
        }
    }

    /// Returns the commit that a direct reference leads to.
    private func peeled(_ reference: borrowing Handle, name: String) throws(GitError) -> ObjectID {
        let commit = unsafe try HometaskGit.handle("find the commit of", on: name, freeing: git_object_free) {
            unsafe git_reference_peel($0, reference.pointer, GIT_OBJECT_COMMIT)
        }
        guard let id = unsafe git_object_id(commit.pointer) else {
            throw GitError(.internal, operation: "find the commit of \(name)", detail: "it has no id")
        }
        return unsafe ObjectID(id.pointee)
    }
}

/// The target of HEAD: a branch, which may have no commit yet, or a commit directly.
public enum Head: Hashable, Sendable {
    /// A branch (its full name, such as `refs/heads/main`) and the commit at its tip.
    case branch(name: String, tip: ObjectID)
    /// A branch that has no commit yet.
    case unborn(name: String)
    /// A commit, as after checking out a tag.
    case detached(ObjectID)

    /// The commit, if there is one.
    public var commit: ObjectID? {
        switch self {
        case .branch(_, let tip), .detached(let tip): tip
        case .unborn: nil
        }
    }
}

extension ReferenceStore {
    /// Moves a reference to its fetched commit, even if others move it concurrently.
    ///
    /// - Returns: nil if it is already there.
    func moveFetched(
        _ name: String, to new: ObjectID, isForced: Bool, from remote: String
    ) throws(GitError) -> FetchOutcome.Update? {
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: Int64(time(nil)))
        var old = try target(of: name)
        for _ in 0..<8 where old != new {
            if !isForced, let old, try !repository.commits.isAncestor(old, of: new) {
                throw GitError(.modified, operation: "move \(name)", detail: "\(new) is not a descendant of \(old)")
            }
            let outcome = try move(
                name, from: old, to: new, signature: signature, message: "fetch \(RemoteURL.redacting(remote))")
            guard case .changed(let now) = outcome else {
                try repository.references.flushReference(name)
                return FetchOutcome.Update(reference: name, old: old, new: new)
            }
            old = now
        }
        if old == new { return nil }
        throw GitError(.locked, operation: "move \(name)", detail: "other programs keep moving it")
    }
}
