// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem

/// A temporary folder for exchanging files with another program; it is removed when it is no longer needed.
///
/// The other program may do anything there and in the parent folder, so its output is read with
/// ``contents(of:limit:)``, which follows no link.
public final class ScratchFolder: Sendable {
    /// The path of the folder, which is removed with its contents when this object is freed.
    public let path: String
    private let name: String
    private let above: OpenFolder
    private let folder: OpenFolder

    /// The prefix of the names of these folders.
    private static let prefix = "exchange-"
    /// The age in seconds at which a folder left by a killed process is removed.
    private static let patience = 3600

    /// Creates a folder inside another.
    public init(in folder: String) throws {
        do throws(FileError) {
            above = try Self.prepared(folder)
            name = Self.newName
            path = "\(folder)/\(name)"
            self.folder = try above.createFolder(name)
        } catch {
            throw Self.failure(error, in: folder)
        }
    }

    /// Creates a folder inside another that is not removed automatically, for programs whose end is unknown. A later
    /// call removes it when it is at least an hour old.
    ///
    /// - Returns: the folder's path. No untrusted program may write there.
    public static func lasting(in folder: String) throws -> String {
        do throws(FileError) {
            let name = newName
            _ = try prepared(folder).createFolder(name)
            return "\(folder)/\(name)"
        } catch {
            throw failure(error, in: folder)
        }
    }

    /// Removes the folder with its contents, which may be anything that the plugin put there.
    deinit { above.remove(name) }

    /// Returns the path of a file in the folder, for the other program.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates a file in the folder.
    ///
    /// - Returns: the file's path.
    public func create(_ name: String, with bytes: [UInt8]) throws -> String {
        do throws(FileError) {
            try folder.createFile(name, with: bytes)
        } catch {
            throw Self.failure(error, in: path)
        }
        return file(name)
    }

    /// Reads a file that the other program should have written.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Returns: nil if the file does not exist, or is not a regular file of this user (such as a link).
    /// - Throws: `ReplicaError` (`inputOutput`) if the file cannot be read or is too large.
    public func contents(of name: String, limit: Int) throws -> [UInt8]? {
        do throws(FileError) {
            return try folder.read(name, limit: limit)
        } catch {
            throw Self.failure(error, in: path)
        }
    }

    private static var newName: String { "\(prefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))" }

    /// Opens the parent folder, creating it if absent, and removes abandoned scratch folders.
    private static func prepared(_ path: String) throws(FileError) -> OpenFolder {
        LocalFile.makeFolder(path)
        let above = try OpenFolder(path)
        for name in above.names where name.hasPrefix(prefix) {
            if let time = above.modificationTime(of: name), HometaskPlatform.time(nil) - time > patience {
                above.remove(name)
            }
        }
        return above
    }

    private static func failure(_ error: FileError, in folder: String) -> ReplicaError {
        let path = error.path.hasPrefix("/") ? error.path : "\(folder)/\(error.path)"
        return ReplicaError(.inputOutput, "cannot \(error.operation) \(path): \(error.reason)")
    }
}
