// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskHashing
import HometaskPlatform
public import HometaskPluginProtocol
import HometaskProcess
import HometaskSystem

/// A folder that contains a plugin: its manifest, and all its files.
///
/// All files below the folder belong to the plugin, except those whose path has a part that begins with a dot; the
/// program belongs to the plugin whatever its path. The hash covers all these files, so changing a single byte makes it
/// a different plugin. Other files in the folder are hidden by the sandbox.
public struct PluginFolder: Sendable {
    /// The path that the folder was read from.
    public let path: String
    /// The manifest in `plugin.json`, which has been validated.
    public let manifest: PluginManifest
    /// The members of `plugin.json`.
    let manifestObject: JSONObject
    /// The files, by their paths below the folder, in byte order.
    let files: [File]
    /// The folders, by their paths below the plugin's folder: an added file changes the stamp of its folder.
    private let folders: [File]

    /// The stamps of all files and folders of the plugin, by name.
    var stamps: [String: String] {
        Dictionary((files + folders).map { ($0.name, $0.stamp.text) }) { first, _ in first }
    }

    /// A file or folder that belongs to the plugin.
    struct File: Hashable, Sendable {
        let name: String
        let stamp: FileStamp
    }

    /// The maximum number of files of a plugin; the next is the maximum number of bytes.
    static let mostFiles = 5000
    static let mostBytes = 1 << 30

    /// Reads a folder.
    ///
    /// - Throws: `PluginFolderError`.
    public init(_ path: String) throws(PluginFolderError) {
        let manifestPath = "\(path)/\(PluginManifest.fileName)"
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try LocalFile.read(manifestPath, limit: PluginManifest.limits.bytes)
        } catch {
            throw PluginFolderError("\(manifestPath) cannot be read: \(error)")
        }
        guard let bytes else {
            throw PluginFolderError("there is no \(PluginManifest.fileName) in \(path)", isManifest: true)
        }
        do throws(ManifestError) {
            manifest = try PluginManifest(bytes)
        } catch {
            throw PluginFolderError("\(manifestPath) does not describe a plugin: \(error)", isManifest: true)
        }
        manifestObject = (try? JSONObject.parse(bytes, limits: PluginManifest.limits)) ?? [:]
        self.path = path
        var found: [File] = []
        var folders = FileStamp(path).map { [File(name: ".", stamp: $0)] } ?? []
        var size = 0
        try Self.collect(path, "", into: &found, folders: &folders, size: &size)
        if let program = manifest.program { try Self.addProgram(program, path, into: &found) }
        self.folders = folders
        files = found.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    }

    /// The paths below a plugin's folder that do not belong to the plugin: files and folders whose names begin with a
    /// dot, without the contents of these folders. The program is never among them.
    static func hidden(in path: String, but program: String) -> [(path: String, isFolder: Bool)] {
        var (found, folders): ([(path: String, isFolder: Bool)], [String]) = ([], [path])
        while let folder = folders.popLast() {
            for name in LocalFile.names(in: folder) {
                let path = "\(folder)/\(name)"
                guard let stamp = FileStamp(path), path != program else { continue }
                if name.hasPrefix(".") {
                    if stamp.isFolder || stamp.isFile { found.append((path, stamp.isFolder)) }
                } else if stamp.isFolder {
                    folders.append(path)
                }
            }
        }
        return found
    }

    private static func addProgram(
        _ program: String, _ path: String, into found: inout [File]
    ) throws(PluginFolderError) {
        if !found.contains(where: { $0.name == program }) {
            guard let stamp = FileStamp("\(path)/\(program)"), stamp.isFile else {
                throw PluginFolderError(
                    "\(path)/\(PluginManifest.fileName) names the program ‘\(program)’, but there is no such file")
            }
            found.append(File(name: program, stamp: stamp))
        }
        guard access("\(path)/\(program)", X_OK) == 0 else {
            throw PluginFolderError("the program \(path)/\(program) is not executable (chmod +x)")
        }
    }

    private static func collect(
        _ root: String, _ below: String, into found: inout [File], folders: inout [File], size: inout Int
    ) throws(PluginFolderError) {
        for name in LocalFile.names(in: below.isEmpty ? root : "\(root)/\(below)") where !name.hasPrefix(".") {
            let path = below.isEmpty ? name : "\(below)/\(name)"
            guard let stamp = FileStamp("\(root)/\(path)") else { continue }
            if stamp.isFolder {
                folders.append(File(name: path, stamp: stamp))
                try collect(root, path, into: &found, folders: &folders, size: &size)
                continue
            }
            guard stamp.isFile else {
                throw PluginFolderError("\(root)/\(path) is not a regular file, as all files of a plugin must be")
            }
            found.append(File(name: path, stamp: stamp))
            size += stamp.size
            guard found.count <= mostFiles, size <= mostBytes else {
                throw PluginFolderError("\(root) holds more than \(mostFiles) files or \(mostBytes >> 20) MiB")
            }
        }
    }

    /// Computes the plugin's hash: SHA-256 over each file's name, whether it is executable, and the SHA-256 of its
    /// contents; in hexadecimal.
    public func hash() throws(PluginFolderError) -> String {
        var told: [UInt8] = []
        for file in files {
            let bytes: [UInt8]?
            do throws(SystemError) {
                bytes = try LocalFile.read("\(path)/\(file.name)", limit: Self.mostBytes)
            } catch {
                throw PluginFolderError("\(path)/\(file.name) cannot be read: \(error)")
            }
            told += Array(file.name.utf8) + [0, file.stamp.isExecutable ? 1 : 0]
            told += SHA256.digest(bytes ?? [])
        }
        return SHA256.hexDigest(told)
    }
}

/// Why a folder does not contain a valid plugin.
public struct PluginFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error, which names the file.
    public let description: String
    /// Whether the error is that `plugin.json` is missing or does not describe a plugin.
    let isManifest: Bool

    init(_ description: String, isManifest: Bool = false) {
        self.description = description
        self.isManifest = isManifest
    }
}
