// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// The search for the repository that a folder belongs to.
///
/// Invariant: a bare repository inside another repository's working tree is never found merely because the current
/// folder is in it. It may consist of ordinary files that came from the outer repository's remote, and its settings
/// name programs to run. `safe.bareRepository=explicit` has the same effect in git.
public enum RepositorySearch {
    /// Returns the git directory of the nearest repository at or above a path, as ``Repository/open(at:)`` takes it;
    /// nil if there is none on this file system.
    ///
    /// If the nearest repository is bare and lies in another repository's working tree, the outer one is returned.
    public static func gitDirectory(from path: String) -> String? {
        guard (try? Libgit2.ensureStarted()) != nil, let nearest = nearest(to: path) else { return nil }
        return enclosing(nearest, of: path) ?? nearest
    }

    /// Returns the git directory for an explicitly named path, at which a bare repository counts too, unless the
    /// surrounding repository tracks its files.
    public static func gitDirectory(at path: String) -> String? {
        guard (try? Libgit2.ensureStarted()) != nil, let nearest = nearest(to: path) else { return nil }
        guard let other = enclosing(nearest, of: path) else { return nearest }
        guard let folder = real(path), nearest == folder + "/", let around = try? Repository.open(at: other),
            (try? tracks(folder, around)) == false
        else { return other }
        return nearest
    }

    /// Returns the repository, even a damaged one, whose working tree contains a bare one; nil if there is none, or if
    /// the one found is not bare.
    private static func enclosing(_ found: String, of path: String) -> String? {
        var folder = found.dropLast()
        // A repository whose git directory is `.git`, or is named by a file `.git`, was found through its working tree.
        guard let start = real(path), start == folder || start.hasPrefix(folder + "/"), !folder.hasSuffix("/.git")
        else { return nil }
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex,
            areOnOneFileSystem(String(folder[..<slash]), String(folder))
        {
            folder = folder[..<slash]
            if hasGitDirectory(String(folder)) { return nearest(to: String(folder)) ?? "\(folder)/.git/" }
        }
        return nil
    }

    /// Returns whether a folder is a working tree: it contains a file `.git`, or a folder `.git` with an object store.
    private static func hasGitDirectory(_ folder: String) -> Bool {
        var status = stat()
        guard unsafe stat(folder + "/.git", &status) == 0 else { return false }
        if status.st_mode & S_IFMT == S_IFREG { return true }
        return unsafe access(folder + "/.git/objects", F_OK) == 0
    }

    private static func nearest(to path: String) -> String? {
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        guard unsafe git_repository_discover(&buffer, path, 0, nil) == 0, let text = unsafe buffer.ptr else {
            git_error_clear()
            return nil
        }
        return unsafe String(cString: text)
    }

    /// Returns whether HEAD or the index of a repository has files at or below a folder of the working tree, given by
    /// its real path.
    private static func tracks(_ folder: String, _ repository: Repository) throws(GitError) -> Bool {
        guard let root = repository.workingDirectory, folder.hasPrefix(root) else { return false }
        let path = String(folder.dropFirst(root.count))
        if case .branch(_, let tip) = try repository.references.head(),
            try repository.trees.entry(at: path, in: repository.commits.tree(of: tip)) != nil
        {
            return true
        }
        return try repository.index.hasFiles(below: path)
    }

    private static func areOnOneFileSystem(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return unsafe stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
