// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import HometaskSystem

/// Flushes a file or folder to the disk: its content and, for a folder, its names.
///
/// - Throws: ``GitError`` if it does not exist, or the disk reports a failure.
func flush(_ path: String) throws(GitError) {
    do throws(FileError) {
        try WholeFile.flush(path, isRequired: true)
    } catch {
        throw GitError.failure(error.operation, path, cause: error.number)
    }
}

/// Flushes the file system that contains a folder.
func flushFileSystem(of folder: String) {
    let file = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    hometask_flush_file_system(file)
    close(file)
}

extension Repository {
    /// Flushes the file systems of the git directory and of the working tree.
    public func flushFileSystems() {
        var devices: Set<dev_t> = []
        for folder in [gitDirectory, workingDirectory].compactMap(\.self) {
            var status = stat()
            guard unsafe stat(folder, &status) == 0, devices.insert(status.st_dev).inserted else { continue }
            flushFileSystem(of: folder)
        }
    }
}
