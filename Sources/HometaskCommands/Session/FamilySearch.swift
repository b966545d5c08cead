// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskReplica
import HometaskSystem

/// Finds the family for a command: named by the options, otherwise by `HOMETASK_DIR`, otherwise the nearest one at or
/// above the current folder, or the configured default.
///
/// A git repository that is not a family is treated like any other folder, unless it is named.
struct FamilySearch {
    private let environment: CommandEnvironment
    private let user: UserSettings

    init(_ environment: CommandEnvironment, user: UserSettings) {
        self.environment = environment
        self.user = user
    }

    /// Returns the folder of the command's family. A named folder need not be a family.
    func folder(_ options: GlobalOptions) async throws -> String {
        if let named = named(options) { return named }
        return try await open(options).folder
    }

    /// Opens the family for the command.
    func open(_ options: GlobalOptions) async throws -> any Replica {
        if let named = named(options) { return try await environment.provider.open(at: named) }
        let (found, passed) = try await nearest()
        if let found { return found }
        if let folder = try usualFolder() { return try await environment.provider.open(at: folder) }
        throw passed
            ?? ReplicaError(
                .noRepository, "there is no family repository here or in a folder above",
                hint: """
                    Create one with 'hometask init DIR --name NAME', join one with 'hometask join URL', or name its \
                    folder with -C DIR.
                    """)
    }

    private func named(_ options: GlobalOptions) -> String? {
        guard let named = options.directory ?? environment.variables["HOMETASK_DIR"], !named.isEmpty else { return nil }
        let path = environment.absolute(named)
        return environment.provider.discover(at: path) ?? path
    }

    /// Opens the nearest family at or above the current folder.
    ///
    /// - Returns: the family, or the error of the nearest repository skipped; neither if there is none.
    private func nearest() async throws -> (family: (any Replica)?, passed: ReplicaError?) {
        var (last, passed): (String?, ReplicaError?)
        for folder in sequence(first: environment.folder, next: Self.folder(above:)) {
            let found = environment.provider.discover(from: folder)
            if let found, found != last {
                do {
                    return (try await environment.provider.open(at: found), nil)
                } catch let error as ReplicaError where error.code == .foreignRepository {
                    passed = passed ?? error
                }
            }
            // A bare repository inside another one is used only if named. It may be the intended family, so the search
            // ends here.
            if let passed, environment.provider.discover(at: folder) != found { throw passed }
            last = found
        }
        return (nil, passed)
    }

    private static func folder(above folder: String) -> String? {
        guard folder != "/", let slash = folder.lastIndex(of: "/") else { return nil }
        return slash == folder.startIndex ? "/" : String(folder[..<slash])
    }

    /// Returns the folder of the configured default; nil if there is none.
    private func usualFolder() throws -> String? {
        guard let configured = user.defaultFolder else { return nil }
        let path = environment.absolute(configured)
        if FileStamp(path, followsLinks: true) != nil { return path }
        throw ReplicaError(
            .noRepository, "the default family's folder \(path) is not there",
            hint: "Name its new place with 'hometask config set default-family DIR'.")
    }
}
