// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// The family that `setup` is about.
enum SetupTarget {
    /// A family that is there already.
    case existing(FamilySession)
    /// A folder for a new family, empty or missing.
    case new(folder: String)

    /// Finds the family, or the folder for a new one.
    ///
    /// - Parameters:
    ///   - place: the folder that the command line or the environment names; nil for the family of other commands, or
    ///     else the folder `family` in the home folder.
    ///   - name: the name that the command line gives; nil if it gives none.
    /// - Throws: `ReplicaError` if the folder has other contents, or the family in it another name.
    static func find(
        at place: String?, named name: String?, with global: GlobalOptions, in environment: CommandEnvironment
    ) async throws -> SetupTarget {
        if place == nil, name == nil, let session = try await usual(global, environment) { return .existing(session) }
        let path = try place.map(environment.place) ?? usualFolder(environment)
        guard environment.provider.discover(at: path) != nil else {
            try FamilyFolder(path, environment).requireFree(nested: nil)
            try requireEmpty(path, environment)
            return .new(folder: path)
        }
        let session = try await FamilySession.open(global.at(path))
        let found = session.directory.family?.name ?? ""
        guard name.map({ $0 == found }) ?? true else {
            throw ReplicaError(
                .alreadyExists, "\(environment.shown(path)) has the family ‘\(found)’ already",
                hint: "Name another folder: 'hometask setup DIR --name NAME'.")
        }
        return .existing(session)
    }

    /// Opens the family that other commands would use; nil if there is none.
    ///
    /// - Throws: an error if there is one that cannot be opened, such as a default family whose folder is missing.
    private static func usual(
        _ global: GlobalOptions, _ environment: CommandEnvironment
    ) async throws -> FamilySession? {
        do {
            return try await FamilySession.open(global)
        } catch let error as ReplicaError where [.noRepository, .foreignRepository].contains(error.code) {
            guard try UserSettings.load(environment.variables).defaultFolder == nil else { throw error }
            return nil
        }
    }

    private static func usualFolder(_ environment: CommandEnvironment) throws -> String {
        guard let home = environment.variables["HOME"], home.hasPrefix("/") else {
            throw ReplicaError(
                .notConfigured, "there is no home folder", hint: "Name a folder: 'hometask setup DIR'.")
        }
        return environment.place("~/family")
    }

    private static func requireEmpty(_ path: String, _ environment: CommandEnvironment) throws {
        guard FolderRemoval.exists(path) else { return }
        let names = FolderRemoval.names(in: path)
        guard !FolderRemoval.isFolder(path) || !names.isEmpty else { return }
        let reason = names.first.map { "is not empty: it holds ‘\($0)’" } ?? "is not a folder"
        throw ReplicaError(
            .alreadyExists, "\(environment.shown(path)) \(reason)", hint: "Name a new folder: 'hometask setup DIR'.")
    }
}
