// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem

/// Files named on the command line, and settings files.
enum TextFile {
    /// The maximum file size in bytes.
    private static let limit = 8 << 20

    /// Reads a file of at most 8 MiB; nil if it does not exist.
    static func read(_ path: String) throws -> [UInt8]? {
        do throws(FileError) {
            return try WholeFile.readStream(path, limit: limit)
        } catch {
            throw failure(error)
        }
    }

    /// Returns the error for a missing file that the command line names.
    static func missing(_ path: String, hint: Hint? = nil) -> ReplicaError {
        ReplicaError(.notFound, "there is no file \(path)", hint: hint)
    }

    /// Reads at most 256 bytes from the beginning of a file; nil if it does not exist, and empty for anything that is
    /// not a file, such as a folder.
    static func beginning(of path: String) throws -> [UInt8]? {
        do throws(FileError) {
            return try WholeFile.beginning(of: path, length: 256, followingLinks: true)
        } catch {
            if [EISDIR, EAGAIN, EINVAL].contains(error.number) { return [] }
            throw failure(error)
        }
    }

    /// Reads all of standard input, at most 8 MiB.
    static func readStandardInput() throws -> [UInt8] {
        do throws(FileError) {
            return try WholeFile.readRest(of: 0, limit: limit, path: "standard input")
        } catch {
            throw failure(error)
        }
    }

    /// Decodes bytes as text, without a byte-order mark at the beginning.
    ///
    /// - Throws: `ReplicaError` if the bytes are not valid UTF-8.
    static func text(_ bytes: [UInt8], of name: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ReplicaError(
                .invalidValue, "\(name) is not text in UTF-8",
                hint: "Save it as plain text in UTF-8, not as a document or an image.")
        }
        return text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Replaces a file atomically, and creates the folder that contains it.
    ///
    /// - Parameter isTemporary: whether the file is only for a program that reads it immediately. Otherwise it is
    ///   flushed to disk before this method returns.
    static func writeFile(
        _ path: String, _ bytes: [UInt8], mode: mode_t = 0o600, isTemporary: Bool = false
    ) throws {
        makeFolders(above: path)
        do throws(FileError) {
            try WholeFile.replace(path, with: bytes, mode: mode, durably: !isTemporary)
        } catch {
            throw error.replicaError
        }
    }

    /// Returns the path of the file to overwrite, with symbolic links resolved.
    ///
    /// - Throws: an error if the path is a device, a pipe, a folder or otherwise not a regular file.
    static func regularFile(_ path: String) throws -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ReplicaError(
                .invalidRequest, "\(path) already exists and is not a regular file",
                hint: "Name another file.")
        }
        guard let whole = realpath(path, nil) else { return path }
        defer { free(whole) }
        return String(cString: whole)
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) {
        unlink(path)
    }

    private static func failure(_ error: FileError) -> ReplicaError {
        error.number == EFBIG
            ? ReplicaError(.invalidValue, "\(error.path) is larger than the limit of 8 MiB") : error.replicaError
    }

    private static func makeFolders(above path: String) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
    }
}
