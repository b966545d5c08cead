// SPDX-License-Identifier: Apache-2.0

extension GitRemotes {
    /// Returns the lock files at a remote that is a folder on this machine; nil for other remotes.
    public func locks(of name: String) -> RepositoryLocks? {
        LocalHub(address: pushAddress(of: name) ?? name)?.locks
    }

    /// Returns the problem with a remote that is a folder on this machine; nil if there is no problem, or for other
    /// remotes.
    public func folderFault(of name: String) -> FolderFault? {
        let address = pushAddress(of: name) ?? name
        // A relative path depends on the folder in which git is started.
        guard let path = RemoteURL.localPath(address), path.hasPrefix("/") else { return nil }
        guard let hub = LocalHub(address: address) else { return .missing }
        if let part = hub.missingPart { return .damaged(part) }
        do throws(GitError) {
            _ = try Repository.open(at: hub.path)
        } catch {
            return [.reftable, .sha256].contains(error.code) ? .format(error.code) : .noRepository
        }
        return hub.missingObject.map { hub.unreadableFile.map { .unreadable($0) } ?? .damaged($0) }
    }

    /// Returns the branches of a remote that is a folder on this machine, read from its files; nil for other remotes,
    /// or if the folder cannot be read or is served by a custom program.
    public func localListing(of name: String) -> RemoteListing? {
        for setting in ["uploadpack", "vcs"]
        where (try? repository.configuration.value(of: "remote.\(name).\(setting)")) ?? nil != nil {
            return nil
        }
        return LocalHub(address: fetchAddress(of: name) ?? name)?.listing
    }

    /// The problem with a remote's folder.
    public enum FolderFault: Sendable {
        /// The folder does not exist at present; it may be on a removable disk that is not connected.
        case missing
        /// No repository can be opened there.
        case noRepository
        /// The repository has a format that this program cannot read: ``GitError/Code/reftable`` or
        /// ``GitError/Code/sha256``.
        case format(GitError.Code)
        /// A file there cannot be read.
        case unreadable(GitError)
        /// A required part of the repository, given by name, is missing.
        case damaged(String)
    }
}

/// The references of a remote.
public struct RemoteListing: Hashable, Sendable {
    /// One reference of the remote.
    public struct Reference: Hashable, Sendable {
        /// The full name at the remote.
        public let name: String
        /// The object it names: a commit, or a tag.
        public let id: ObjectID

        /// Creates a reference, as a transport lists it.
        public init(name: String, id: ObjectID) {
            self.name = name
            self.id = id
        }
    }

    /// The branch that the remote's HEAD points to, if the remote reported it.
    public let head: String?
    /// All references; none for an empty remote.
    public let references: [Reference]

    /// Creates a listing, as a transport returns it.
    public init(head: String?, references: [Reference]) {
        self.head = head
        self.references = references
    }
}
