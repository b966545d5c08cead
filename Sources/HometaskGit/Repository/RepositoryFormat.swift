// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskSystem

/// The formats of repositories that newer versions of git create and that libgit2 cannot open (gitrepository-layout(5),
/// `extensions`).
enum RepositoryFormat {
    /// Returns the code for the format of the repository at a path; nil if there is no repository, or libgit2 knows its
    /// format.
    static func unreadable(at path: String) -> GitError.Code? {
        guard let folder = commonDirectory(at: path), let settings = try? settings(in: folder + "config") else {
            return nil
        }
        if value("extensions.refstorage", in: settings) == "reftable" { return .reftable }
        if value("extensions.objectformat", in: settings) == "sha256" { return .sha256 }
        return nil
    }

    /// Returns the git directory of a repository that cannot be opened, with a trailing slash.
    private static func commonDirectory(at path: String) -> String? {
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        guard unsafe git_repository_discover(&buffer, path, 0, nil) == 0, let text = unsafe buffer.ptr else {
            git_error_clear()
            return nil
        }
        let folder = unsafe String(cString: text)
        // The git directory of a linked working tree names the one that has the settings.
        guard let bytes = try? WholeFile.read(folder + "commondir", limit: 4096) else { return folder }
        let common = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        return (common.hasPrefix("/") ? common : folder + common) + "/"
    }

    private static func settings(in file: String) throws(GitError) -> Handle {
        unsafe try HometaskGit.handle("open the settings", on: file, freeing: git_config_free) {
            unsafe git_config_open_ondisk($0, file)
        }
    }

    private static func value(_ key: String, in settings: borrowing Handle) -> String? {
        var buffer = unsafe git_buf()
        defer { unsafe git_buf_dispose(&buffer) }
        guard unsafe git_config_get_string_buf(&buffer, settings.pointer, key) == 0, let text = unsafe buffer.ptr else {
            git_error_clear()
            return nil
        }
        return unsafe String(cString: text).lowercased()
    }
}
