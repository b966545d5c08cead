// SPDX-License-Identifier: Apache-2.0

extension Repository {
    /// The lock files at a remote that is a folder of this machine; nil if it is not one.
    public func locks(ofRemote name: String) -> RepositoryLocks? {
        LocalHub(address: pushAddress(of: name) ?? name)?.locks
    }

    /// The problem of a remote that is a folder on this machine; nil if there is none, or it is not such a folder.
    public func folderFault(ofRemote name: String) -> FolderFault? {
        let address = pushAddress(of: name) ?? name
        // A path that does not begin at the root means another folder for each place that git is started in.
        guard let path = RemoteURL.localPath(address), path.hasPrefix("/") else { return nil }
        guard let hub = LocalHub(address: address) else { return .missing }
        return hub.isRepository ? nil : .noRepository
    }

    /// What may be wrong with a folder that is a remote.
    public enum FolderFault: Sendable {
        /// There is none now; a disk that is carried about may be elsewhere.
        case missing
        /// No repository can be opened there.
        case noRepository
    }

    /// Removes the tracking references of a remote whose files hold nothing, as a power cut leaves them: the next fetch
    /// makes them again, and git would not.
    public func removeTornReferences(ofRemote name: String) {
        TornReferences.remove(from: commonDirectory + "refs/remotes/" + name)
    }
}
