// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskPluginHost

/// The folders whose files programs read and act on: the home folder, and hometask's folders for plugins and settings.
///
/// Anyone with push access to a family's remote controls the files in the family's folder. That folder must therefore
/// not be or contain one of the protected folders, nor lie inside one of hometask's own.
struct ProtectedFolders {
    private let folders: [ProtectedFolder]

    /// A folder that must be separate from a family's folder.
    private struct ProtectedFolder {
        let path: String
        let name: String
        /// Whether the folder is one of hometask's own, which must not contain a family either.
        let isOwn: Bool
    }

    /// - Parameter places: the folders of this user's plugins; nil if there is no home folder.
    init(_ environment: CommandEnvironment, _ places: PluginPlaces?) {
        var folders: [ProtectedFolder] = []
        func add(_ path: String?, _ name: String, isOwn: Bool = true) {
            guard let path, path.hasPrefix("/") else { return }
            folders.append(ProtectedFolder(path: Self.real(path), name: name, isOwn: isOwn))
        }
        add(environment.variables["HOME"], "your home folder", isOwn: false)
        add(UserSettings.path(environment.variables).map(Self.folder), "the folder of hometask's settings")
        if let places {
            add(Self.folder(of: places.decisions), "the folder of hometask's settings")
            add(places.installed, "the folder of installed plugins")
            add(places.state, "the folder where plugins keep their data")
            for folder in places.searched { add(folder, "a folder that is searched for plugins", isOwn: false) }
        }
        self.folders = folders
    }

    /// Throws an error if a family's folder overlaps with these folders.
    ///
    /// - Parameter isThere: whether the folder already contains a family, which then has to be moved.
    func requireApart(_ folder: String, isThere: Bool = false) throws {
        let path = Self.real(folder)
        guard
            let (place, relation) = folders.lazy.compactMap({ place in
                Self.relation(path, place).map { (place, $0) }
            }).first
        else { return }
        throw ReplicaError(
            isThere ? .notConfigured : .invalidRequest,
            "\(folder) \(relation) \(place.name)\(place.path == path ? "" : ", \(place.path)"): "
                + "files that others push to the family would be read by programs there",
            hint: isThere
                ? """
                Nothing was read or written. 'git clone --bare \(folder) HUB', then 'hometask join HUB DIR' move the \
                family to a folder of its own.
                """
                : place.isOwn && relation != "contains"
                    ? "Name a folder elsewhere."
                    : "Name a folder of its own for the family, such as \(folder)/family.")
    }

    private static func relation(_ path: String, _ place: ProtectedFolder) -> String? {
        if path == place.path { return "is" }
        if place.path.hasPrefix(path == "/" ? path : path + "/") { return "contains" }
        return place.isOwn && path.hasPrefix(place.path + "/") ? "lies in" : nil
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? path
    }

    /// Returns a path with symbolic links resolved, as far as its folders exist.
    private static func real(_ path: String) -> String {
        var folder = Substring(path)
        var rest = ""
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        while !folder.isEmpty {
            if let resolved = realpath(String(folder), nil) {
                defer { free(resolved) }
                let found = String(cString: resolved)
                return found == "/" && !rest.isEmpty ? rest : found + rest
            }
            guard let slash = folder.lastIndex(of: "/") else { break }
            rest = folder[slash...] + rest
            folder = folder[..<slash]
        }
        return rest.isEmpty ? path : rest
    }
}
