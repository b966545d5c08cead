// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskSignIn

/// The options for the families and the phone database.
struct FamilyOptions: ParsableArguments {
    @Option(help: "The family's folder; may be given several times. By default the one of 'hometask'.")
    var family: [String] = []

    @Option(help: "The folder for the database of phones. By default $XDG_STATE_HOME/hometask/serve.")
    var state: String?

    /// Opens the phone database, creating its folder.
    func phones() throws -> SignInStore {
        let folder = try stateFolder()
        try Self.make(folder, mode: 0o700)
        return try SignInStore(at: folder + "/phones.sqlite", clock: { .present })
    }

    /// Returns the folder for the phone database.
    func stateFolder() throws -> String {
        if let state { return try Self.absolute(state) }
        return try Self.folder("XDG_STATE_HOME", or: ".local/state") + "/hometask/serve"
    }

    /// Returns one of the user's base directories (XDG Base Directory Specification).
    static func folder(_ variable: String, or usual: String) throws -> String {
        if let base = Self.variable(variable), base.hasPrefix("/") { return base }
        guard let home = Self.variable("HOME") else {
            throw ReplicaError(.notConfigured, "there is no home folder", hint: "Set HOME, or give --state DIR.")
        }
        return "\(home)/\(usual)"
    }

    /// Creates a folder and its missing parents.
    static func make(_ folder: String, mode: mode_t) throws {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, mode) != 0, errno != EEXIST {
                throw ReplicaError(.inputOutput, "cannot make \(path): \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Opens the families in the order of ``folders()``, with a shared phone database.
    func families(_ phones: SignInStore) async throws -> [ServedFamily] {
        var families: [ServedFamily] = []
        for folder in try folders() { families.append(try await ServedFamily(at: folder, phones: phones)) }
        return families
    }

    /// Returns the id, members and devices of the only family; throws if there are several.
    func onlyFamily() async throws -> (id: DocumentID, directory: FamilyDirectory) {
        let folders = try folders()
        guard folders.count == 1 else {
            throw ReplicaError(.invalidRequest, "this is about one family; give --family once")
        }
        return try await Self.family(at: folders[0])
    }

    /// A member and the family that the member belongs to.
    struct FoundMember {
        let id: DocumentID
        let family: DocumentID
        let directory: FamilyDirectory
    }

    /// Finds the member with a given name or id in one of the families.
    ///
    /// - Throws: `ReplicaError` if no family has such a member, or more than one.
    func member(_ word: String) async throws -> FoundMember {
        var results: [Result<FoundMember, ReplicaError>] = []
        for folder in try folders() {
            let family = try await Self.family(at: folder)
            results.append(Self.member(word, in: family.directory, of: family.id))
        }
        let found = results.compactMap { try? $0.get() }
        if found.count == 1 { return found[0] }
        let name = Quotation.of(word)
        guard found.isEmpty else {
            throw ReplicaError(
                .ambiguous, "\(found.count) of the families have a member \(name)",
                hint: "Give --family for the one that is meant alone.")
        }
        let failures = results.compactMap { result in if case .failure(let error) = result { error } else { nil } }
        // An ambiguous name is reported rather than an unknown one.
        throw failures.first { $0.code != .notFound } ?? failures.first
            ?? ReplicaError(.notFound, "there is no member \(name)")
    }

    private static func member(
        _ word: String, in directory: FamilyDirectory, of family: DocumentID
    ) -> Result<FoundMember, ReplicaError> {
        let name = word.hasPrefix("@") ? String(word.dropFirst()) : word
        let members = directory.activeMembers.map { ($0.id, $0.name) }
        do throws(ReplicaError) {
            let id = try Reference.id(of: name, among: members, noun: "member")
            return .success(FoundMember(id: id, family: family, directory: directory))
        } catch {
            return .failure(error)
        }
    }

    private static func family(at folder: String) async throws -> (id: DocumentID, directory: FamilyDirectory) {
        let (document, directory) = try await GitReplicaProvider().open(at: folder).read {
            (try $0.document(at: .family), try FamilyDirectory(reading: $0))
        }
        guard let document else { throw ReplicaError(.damaged, "the family's own document cannot be read") }
        return (document.id, directory)
    }

    /// Returns the families' git directories, or their folders where no repository is found.
    func folders() throws -> [String] {
        if family.isEmpty { return [try usualFolder() ?? discovered()] }
        let provider = GitReplicaProvider()
        return try family.map { name in
            let path = try Self.absolute(name)
            return provider.discover(at: path) ?? path
        }
    }

    /// Returns the families' folders as absolute paths, as named or discovered. ``folders()`` returns the git
    /// directories of the same families.
    func namedFolders() throws -> [String] {
        if !family.isEmpty { return try family.map { try Self.absolute($0) } }
        if let usual = try usualFolder() { return [usual] }
        let found = try discovered()
        let end = "/.git/"
        return [found.hasSuffix(end) ? String(found.dropLast(end.count)) : found]
    }

    private func usualFolder() throws -> String? { try Self.variable("HOMETASK_DIR").map { try Self.absolute($0) } }

    private func discovered() throws -> String {
        guard let found = GitReplicaProvider().discover(from: try Self.absolute(".")) else {
            throw ReplicaError(
                .noRepository, "there is no family repository here or in a folder above",
                hint: "Name its folder with --family DIR.")
        }
        return found
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    static func absolute(_ path: String) throws -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else {
            throw ReplicaError(.inputOutput, "the current folder does not exist any more")
        }
        defer { free(folder) }
        return path == "." ? String(cString: folder) : String(cString: folder) + "/" + path
    }
}
