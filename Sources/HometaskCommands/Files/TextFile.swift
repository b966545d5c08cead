// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskSystem

/// Files that people name on the command line or that hold their settings.
enum TextFile {
    /// A file's bytes, 8 MiB at most; nil if there is none.
    static func read(_ path: String) throws -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(path, "read", number: errno).replicaError
        }
        defer { close(file) }
        return try readAll(file, path)
    }

    /// The first bytes of a file, 256 at most; nil if there is none.
    static func beginning(of path: String) throws -> [UInt8]? {
        // Opening a special file such as a pipe must not wait for the process at its other end.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw FileError(path, "read", number: errno).replicaError
        }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(file, &buffer, buffer.count)
        return count < 0 ? [] : Array(buffer[..<count])
    }

    /// All of standard input, 8 MiB at most.
    static func readStandardInput() throws -> [UInt8] {
        try readAll(0, "standard input")
    }

    /// Decodes bytes as text, without a byte-order mark at the beginning.
    ///
    /// - Throws: `ReplicaError` if they are not UTF-8.
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
    /// - Parameter isTemporary: whether the file is only for another program that reads it now. Otherwise it is on the
    ///   disk when this method returns.
    static func write(
        _ path: String, _ bytes: [UInt8], mode: mode_t = 0o600, isTemporary: Bool = false
    ) throws {
        makeFolders(above: path)
        do throws(FileError) {
            try WholeFile.replace(path, with: bytes, mode: mode, durably: !isTemporary)
        } catch {
            throw error.replicaError
        }
    }

    /// The file to overwrite at a path, with symbolic links resolved.
    ///
    /// - Throws: an error if the path leads to something other than a file: a device, a pipe, a folder.
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

    private static func readAll(_ file: Int32, _ name: String) throws -> [UInt8] {
        do throws(FileError) {
            return try WholeFile.readRest(of: file, limit: 8 << 20, path: name)
        } catch {
            guard error.number != EFBIG else {
                throw ReplicaError(.invalidValue, "\(name) is larger than the limit of 8 MiB")
            }
            throw error.replicaError
        }
    }

    private static func makeFolders(above path: String) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
    }
}
