// SPDX-License-Identifier: Apache-2.0

extension GitRemotes {
    /// The lock files at a remote that is a folder on this machine; nil if it is not such a folder.
    public func locks(of name: String) -> RepositoryLocks? {
        LocalHub(address: pushAddress(of: name) ?? name)?.locks
    }

    /// The problem of a remote that is a folder on this machine; nil if there is none, or it is not such a folder.
    public func folderFault(of name: String) -> FolderFault? {
        let address = pushAddress(of: name) ?? name
        // A relative path depends on the folder in which git is started.
        guard let path = RemoteURL.localPath(address), path.hasPrefix("/") else { return nil }
        guard let hub = LocalHub(address: address) else { return .missing }
        return hub.isRepository ? nil : .noRepository
    }

    /// The branches of a remote that is a folder on this machine, read from its files; nil if it is not such a folder,
    /// cannot be read, or is served by a program of its own.
    public func localListing(of name: String) -> RemoteListing? {
        for setting in ["uploadpack", "vcs"]
        where (try? repository.configuration.value(of: "remote.\(name).\(setting)")) ?? nil != nil {
            return nil
        }
        return LocalHub(address: fetchAddress(of: name) ?? name)?.listing
    }

    /// What may be wrong with a folder that is a remote.
    public enum FolderFault: Sendable {
        /// The folder does not exist now; a removable disk may be elsewhere.
        case missing
        /// No repository can be opened there.
        case noRepository
    }

    /// Removes a remote's tracking references whose files are empty after a power cut: the next fetch creates them
    /// again, which git would not do while the empty files exist.
    public func removeTornReferences(of name: String) {
        TornReferences.remove(from: repository.commonDirectory + "refs/remotes/" + name)
    }
}
