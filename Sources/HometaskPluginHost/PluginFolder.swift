// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskHashing
public import HometaskPluginProtocol
import HometaskProcess

/// A folder with a plugin in it: its manifest, and all the files that belong to it.
///
/// What belongs to it is every file below the folder whose path has no part that begins with a dot, and the program
/// whatever it is called. The hash is over all of that: a plugin in which a byte is another is another plugin. A
/// sandbox shows nothing else of the folder.
public struct PluginFolder: Sendable {
    /// The path that the folder was read from.
    public let path: String
    /// The manifest in `plugin.json`, which was found valid.
    public let manifest: PluginManifest
    /// The members of `plugin.json`.
    let manifestObject: JSONObject
    /// Its files, by their paths below the folder, in byte order.
    let files: [File]
    /// Its folders, by their paths below it: a file that is added changes the stamp of the folder it is in.
    private let folders: [File]

    /// The stamps of all that belongs to it, by name.
    var stamps: [String: String] {
        Dictionary((files + folders).map { ($0.name, $0.stamp.text) }) { first, _ in first }
    }

    /// A file or folder that belongs to the plugin.
    struct File: Hashable, Sendable {
        let name: String
        let stamp: FileStamp
    }

    /// The most files that a plugin may have, and the most bytes.
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
        try Self.collect(path, "", &found, &folders, &size)
        if let program = manifest.program { try Self.addProgram(program, path, &found) }
        self.folders = folders
        files = found.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    }

    /// The paths of what is in a plugin's folder and does not belong to the plugin, each a file or a folder whose name
    /// begins with a dot: what is below one of these is not named again. The program does belong to it.
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
        _ program: String, _ path: String, _ found: inout [File]
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
        _ root: String, _ below: String, _ found: inout [File], _ folders: inout [File], _ size: inout Int
    ) throws(PluginFolderError) {
        for name in LocalFile.names(in: below.isEmpty ? root : "\(root)/\(below)") where !name.hasPrefix(".") {
            let path = below.isEmpty ? name : "\(below)/\(name)"
            guard let stamp = FileStamp("\(root)/\(path)") else { continue }
            if stamp.isFolder {
                folders.append(File(name: path, stamp: stamp))
                try collect(root, path, &found, &folders, &size)
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

    /// The hash of all that belongs to the plugin: SHA-256 over its files' names, whether each may be executed, and the
    /// SHA-256 of what each holds; in hexadecimal.
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

/// Why a folder holds no plugin.
public struct PluginFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, naming the file.
    public let description: String
    /// Whether what is wrong is that `plugin.json` is not there or describes no plugin.
    let isManifest: Bool

    init(_ description: String, isManifest: Bool = false) {
        self.description = description
        self.isManifest = isManifest
    }
}
