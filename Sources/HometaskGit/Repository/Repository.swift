// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// An open git repository.
///
/// Its parts, such as ``references`` and ``trees``, are views of it; everything else that it returns is a plain value.
/// Neither it nor its parts are `Sendable`, because libgit2 does not allow two threads to use one repository at the
/// same time. But it may be sent to another thread with its parts, or kept in an actor as its only user. A call waits
/// only for the disk, or for a lock for a limited time.
///
/// Stored data is visible to every process at once. It may be lost in a power cut until it is flushed: packs are
/// flushed when they are complete; for single objects see ``takeUnflushedObjects()``, for references
/// ``ReferenceStore/flushReference(_:)``.
public final class Repository {
    let handle: Handle
    let odb: Handle
    let treeCache = TreeCache()
    let commitCache = CommitCache()
    /// Keeps track of objects that are stored individually; nil if all objects are collected in memory.
    let unflushed: UnflushedObjects?
    /// Collects stored objects in memory; nil if they are written to the disk.
    let collected: CollectedObjects?

    init(taking handle: consuming Handle, collecting: Bool = false) throws(GitError) {
        unflushed = collecting ? nil : UnflushedObjects()
        collected = collecting ? CollectedObjects() : nil
        let repository = unsafe handle.pointer
        odb = unsafe try HometaskGit.handle("open the object store", freeing: git_odb_free) {
            unsafe git_repository_odb($0, repository)
        }
        self.handle = handle
    }

    /// Opens the repository that is exactly at a path: its working directory, its git directory, or a bare one.
    ///
    /// The environment (`GIT_DIR` and similar variables) has no effect. A repository of another user is refused with
    /// ``GitError/Code/owner``, unless git's `safe.directory` names it.
    public static func open(at path: String) throws(GitError) -> Repository {
        try open(at: path, collecting: false)
    }

    /// - Parameter collecting: whether to collect stored objects in memory.
    static func open(at path: String, collecting: Bool) throws(GitError) -> Repository {
        try Libgit2.ensureStarted()
        let flags = GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue
        do throws(GitError) {
            return unsafe try Repository(
                taking: HometaskGit.handle("open the repository", on: path, freeing: git_repository_free) {
                    unsafe git_repository_open_ext($0, path, flags, nil)
                }, collecting: collecting)
        } catch {
            if error.code == .internal, let format = RepositoryFormat.unreadable(at: path) {
                throw GitError(format, operation: error.operation, detail: error.detail)
            }
            // libgit2 1.5 also reports this for another user's repository if this user has no git settings.
            guard error.code == .notFound, ForeignOwner(ofRepositoryAt: path) != nil else { throw error }
            throw GitError(.owner, operation: error.operation, detail: "it belongs to another user")
        }
    }

    /// Creates a new repository, and missing parent folders.
    ///
    /// No template of the machine is copied, so the repository contains no hooks. Fails with ``GitError/Code/exists``
    /// if there is already a repository.
    public static func create(
        at path: String, bare: Bool, initialBranch: String = "main"
    ) throws(GitError) -> Repository {
        try Libgit2.ensureStarted()
        var options = unsafe git_repository_init_options()
        try call(
            "prepare",
            status: unsafe git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION)))
        let flags = GIT_REPOSITORY_INIT_NO_REINIT.rawValue | GIT_REPOSITORY_INIT_MKPATH.rawValue
        unsafe options.flags = flags | (bare ? GIT_REPOSITORY_INIT_BARE.rawValue : 0)
        return unsafe try Repository(
            taking: HometaskGit.handle("make a repository", on: path, freeing: git_repository_free) { out in
                unsafe initialBranch.withCString { branch in
                    unsafe options.initial_head = branch
                    return unsafe git_repository_init_ext(out, path, &options)
                }
            })
    }

    /// The trees, each a list of the entries of a folder.
    public var trees: TreeStore { TreeStore(repository: self) }

    /// The commits and their graph.
    public var commits: CommitStore { CommitStore(repository: self) }

    /// The references, with their reflogs.
    public var references: ReferenceStore { ReferenceStore(repository: self) }

    /// The settings, as git(1) reads and writes them.
    public var configuration: GitConfiguration { GitConfiguration(repository: self) }

    /// The remotes in the repository's settings.
    public var remotes: GitRemotes { GitRemotes(repository: self) }

    /// The index of the working tree.
    public var index: WorkTreeIndex { WorkTreeIndex(repository: self) }

    /// The packs and loose objects, as files.
    public var packs: PackStore { PackStore(repository: self) }

    /// Whether the repository has no working tree.
    public var isBare: Bool { unsafe git_repository_is_bare(handle.pointer) != 0 }

    /// The git directory, ending in a slash.
    public var gitDirectory: String { unsafe Self.string(git_repository_path(handle.pointer)) ?? "" }

    /// The git directory that all linked working trees share, ending in a slash.
    public var commonDirectory: String { unsafe Self.string(git_repository_commondir(handle.pointer)) ?? "" }

    /// The working tree, ending in a slash; nil if the repository is bare.
    public var workingDirectory: String? { unsafe Self.string(git_repository_workdir(handle.pointer)) }

    /// Whether the history was cut off by a shallow clone.
    public var isShallow: Bool { unsafe git_repository_is_shallow(handle.pointer) == 1 }

    /// Returns whether the history is altered on this machine, by `info/grafts` or by replacement objects.
    public func hasGrafts() throws(GitError) -> Bool {
        var status = stat()
        if unsafe stat(commonDirectory + "info/grafts", &status) == 0, status.st_size > 0 { return true }
        return try !references.all(under: "refs/replace/").isEmpty
    }

    /// The git operation that has been started here and not completed, if any.
    public var state: RepositoryState { unsafe RepositoryState(git_repository_state(handle.pointer)) }

    private static func string(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }
}

/// A git operation that stops for the user to continue it.
public enum RepositoryState: Hashable, Sendable {
    case clean, merging, reverting, cherryPicking, bisecting, rebasing, applyingMail

    init(_ state: Int32) {
        switch git_repository_state_t(UInt32(bitPattern: state)) {
        case GIT_REPOSITORY_STATE_MERGE: self = .merging
        case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: self = .reverting
        case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: self = .cherryPicking
        case GIT_REPOSITORY_STATE_BISECT: self = .bisecting
        case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE,
            GIT_REPOSITORY_STATE_REBASE_MERGE:
            self = .rebasing
        case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE: self = .applyingMail
        default: self = .clean
        }
    }
}

/// Blobs and trees that a repository keeps in memory instead of storing them.
final class CollectedObjects {
    private(set) var objects: [ObjectID: StoredObject] = [:]

    func add(_ object: StoredObject, as id: ObjectID) { objects[id] = object }
}

extension Repository {
    /// Reads the content of a file.
    ///
    /// - Parameter limit: The maximum size in bytes. A larger blob fails with ``GitError/Code/tooLarge`` before any of
    ///   its content is unpacked.
    public func readBlob(_ id: ObjectID, limit: Int) throws(GitError) -> [UInt8] {
        try readBytes(id, .blob, limit: limit)
    }

    /// Lends the content of a file to a closure, without a copy.
    public func withBlob<R>(_ id: ObjectID, limit: Int, body: (RawSpan) throws -> R) throws -> R {
        try withObject(id, .blob, limit: limit, body: body).get()
    }

    /// Stores a file's content; the same content is stored once.
    public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try writeObject(bytes, .blob) }

    /// Computes the id of a file's content without storing it.
    public static func hashBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
        var oid = git_oid()
        try call("hash a blob", status: unsafe git_odb_hash(&oid, bytes, bytes.count, GIT_OBJECT_BLOB))
        return ObjectID(oid)
    }
}

extension Repository {
    /// Lets a closure write many objects, and stores them all as one pack when it returns. No object is left loose. If
    /// the closure throws, nothing is stored.
    ///
    /// Move references only after this has returned, and then call ``releasePacks()``. Until then the pack is protected
    /// from removal as unreachable.
    public func withBulkWrite<R>(_ body: (inout BulkWriter) throws -> R) throws -> R {
        var writer = try BulkWriter(at: gitDirectory)
        let result = try body(&writer)
        try writer.finish(self)
        return result
    }
}

extension Repository {
    /// The lock files that may block operations here.
    public var locks: RepositoryLocks {
        RepositoryLocks(
            gitDirectory: gitDirectory, commonDirectory: commonDirectory, workingDirectory: workingDirectory)
    }
}

extension Repository {
    /// Returns the first file of the repository that cannot be read; nil if all can be read. Reads every file, so it is
    /// meant for when something seems missing or damaged.
    public func unreadableFile() -> GitError? {
        UnreadableFile.first(in: gitDirectory == commonDirectory ? [gitDirectory] : [gitDirectory, commonDirectory])
    }
}
