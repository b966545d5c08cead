// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskPluginHost
import HometaskReplica

/// The folder for a new family.
struct FamilyFolder {
    private let path: String
    private let environment: CommandEnvironment

    init(_ path: String, _ environment: CommandEnvironment) {
        self.path = path
        self.environment = environment
    }

    /// Throws an error if the folder is a repository, lies inside another repository without `nested`, or overlaps with
    /// the home folder or hometask's own folders.
    ///
    /// - Parameter nested: whether the folder may lie inside another repository; nil if the command has no option for
    ///   that.
    func requireFree(nested: Bool?) throws {
        try ProtectedFolders(environment, environment.plugins()?.places).requireApart(path)
        guard let found = environment.provider.discover(from: nearestFolder) else { return }
        let repository = Self.withoutGitFolder(found)
        if repository == real(path) {
            throw ReplicaError(
                .alreadyExists, "\(environment.shown(path)) is already a git repository",
                hint: "If it belongs to a family, 'hometask status' shows it. Otherwise name an empty or a new folder.")
        }
        if nested == true { return }
        let option = nested == nil ? "" : ", or use --nested if that is intended"
        throw ReplicaError(
            .alreadyExists, "\(environment.shown(path)) lies inside the git repository \(repository)",
            hint: "Name a folder outside of it\(option).")
    }

    /// The folder itself, or its nearest existing ancestor.
    private var nearestFolder: String {
        var folder = Substring(path)
        while !folder.isEmpty {
            var status = stat()
            if stat(String(folder), &status) == 0 { return String(folder) }
            guard let slash = folder.lastIndex(of: "/") else { break }
            folder = folder[..<slash]
        }
        return "/"
    }

    private func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func withoutGitFolder(_ path: String) -> String {
        var path = Substring(path)
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path.hasSuffix("/.git") ? path.dropLast("/.git".count) : path)
    }
}
