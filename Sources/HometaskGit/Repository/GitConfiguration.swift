// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform

/// The settings of a repository, as git(1) reads and writes them.
public struct GitConfiguration {
    let repository: Repository

    /// Returns the value of a git setting, from the nearest level that has it: the repository's, the user's or the
    /// system's.
    public func value(of key: String) throws(GitError) -> String? {
        let configuration = unsafe try self.configuration(git_repository_config_snapshot)
        var value: UnsafePointer<CChar>?
        let status = unsafe git_config_get_string(&value, configuration.pointer, key)
        if status == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try call("read the setting", on: key, status: status)
        return unsafe value.map { unsafe String(cString: $0) }
    }

    /// Writes a setting of this repository, or removes it if the value is nil. The permissions of the settings file
    /// stay as they were; a value with a password (``RemoteURL/holdsSecret(_:)``) makes the file readable only for its
    /// owner.
    public func set(_ key: String, to value: String?) throws(GitError) {
        var status = stat()
        let isThere = unsafe stat(settingsFile, &status) == 0
        let isPrivate = value.map(RemoteURL.holdsSecret) ?? false || (isThere && status.st_mode & 0o077 == 0)
        // libgit2 writes a new file and renames it. The mask applies to the whole process, so it is set only for a
        // moment.
        let mask = isPrivate ? umask(0o077) : 0
        defer { if isPrivate { umask(mask) } }
        try writeConfigValue(key, value)
        if isPrivate || isThere { unsafe chmod(settingsFile, isPrivate ? 0o600 : status.st_mode & 0o777) }
    }

    private var settingsFile: String { repository.commonDirectory + "config" }

    /// Whether users other than the owner may read the settings.
    public var isShared: Bool {
        var status = stat()
        return unsafe stat(settingsFile, &status) == 0 && status.st_mode & 0o077 != 0
    }

    /// Makes the settings readable only for their owner.
    public func keepPrivate() throws(GitError) {
        guard unsafe chmod(settingsFile, 0o600) == 0 else {
            throw GitError.failure("protect", settingsFile, cause: errno)
        }
    }

    private func writeConfigValue(_ key: String, _ value: String?) throws(GitError) {
        let configuration = unsafe try self.configuration(git_repository_config)
        let local = unsafe try HometaskGit.handle("open the repository's settings", freeing: git_config_free) {
            unsafe git_config_open_level($0, configuration.pointer, GIT_CONFIG_LEVEL_LOCAL)
        }
        do {
            unsafe try Self.set(key, value, in: local.pointer)
        } catch  where error.code == .locked {
            if let lock = repository.locks.clear(of: repository.commonDirectory + "config") {
                throw lock.error(locking: "the settings")
            }
            unsafe try Self.set(key, value, in: local.pointer)
        }
    }

    /// Makes git ignore the executable bits of files in the working tree.
    public func ignoreFileModes() throws(GitError) {
        if try value(of: "core.filemode") != "false" { try set("core.filemode", to: "false") }
    }

    private static func set(_ key: String, _ value: String?, in settings: OpaquePointer) throws(GitError) {
        if let value {
            try call("write the setting", on: key, status: unsafe git_config_set_string(settings, key, value))
            return
        }
        let status = unsafe git_config_delete_entry(settings, key)
        if status == GIT_ENOTFOUND.rawValue {
            git_error_clear()
        } else {
            try call("remove the setting", on: key, status: status)
        }
    }

    /// Flushes the repository's settings to the disk.
    public func flushToDisk() throws(GitError) {
        try flush(repository.commonDirectory + "config")
        try flush(repository.commonDirectory)
    }

    private func configuration(
        _ open: (UnsafeMutablePointer<OpaquePointer?>?, OpaquePointer?) -> Int32
    ) throws(GitError) -> Handle {
        unsafe try HometaskGit.handle("open the settings", freeing: git_config_free) {
            unsafe open($0, repository.handle.pointer)
        }
    }
}
