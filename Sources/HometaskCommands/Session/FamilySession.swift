// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskQueries
import HometaskReplica
import HometaskSystem
import HometaskTime

/// The family that a command works on: its replica, its members and categories, and its time zone.
///
/// A class, although nothing of it changes: most types of the commands hold one, and copies of its properties were an
/// eighth of the object code of a debug build.
final class FamilySession: Sendable {
    let environment: CommandEnvironment
    let replica: any Replica
    /// The version of the documents that the directory was read from.
    private let version: String
    /// The members and categories at the beginning of the command.
    let directory: FamilyDirectory
    /// The family's time zone; UTC if this machine does not know it.
    let zone: TimeZoneRules
    /// The member set for this device, possibly merged into another one since.
    private let namedMember: DocumentID?
    /// The member that this device belongs to.
    let member: DocumentID?
    let settings: Settings
    /// The fields that plugins enabled on this device add to documents.
    let extensions: ExtensionFields
    let output: Output

    private init(
        environment: CommandEnvironment, replica: any Replica, version: String, directory: FamilyDirectory,
        member: DocumentID?, settings: Settings, extensions: ExtensionFields, output: Output
    ) {
        self.environment = environment
        self.replica = replica
        self.version = version
        self.directory = directory
        zone = directory.zone
        namedMember = member
        self.member = member.map { directory.current($0) }
        self.settings = settings
        self.extensions = extensions
        self.output = output
    }

    /// Opens the family that ``FamilySearch`` finds for the options.
    static func open(_ options: GlobalOptions) async throws -> FamilySession {
        guard let environment = CommandEnvironment.current else {
            preconditionFailure("commands run through CommandLineTool.run, which sets the environment")
        }
        let user = try UserSettings.load(environment.variables)
        let replica = try await FamilySearch(environment, user: user).open(options)
        let plugins = environment.plugins()
        if !replica.isBare {
            try ProtectedFolders(environment, plugins?.places).requireApart(replica.folder, isThere: true)
        }
        let (version, directory, fault) = try await replica.read {
            ($0.version, try FamilyDirectory(reading: $0), try $0.familyFault())
        }
        let settings = Settings(
            device: try await replica.localData(Settings.localName), user: user, family: directory.family)
        // Without an enabled plugin, this only checks for one small file, which the hooks need as well.
        let extensions = plugins?.extensionFields ?? .none
        if !extensions.isEmpty { replica.setExtensions(extensions) }
        let session = FamilySession(
            environment: environment, replica: replica, version: version, directory: directory,
            member: try await replica.member(), settings: settings, extensions: extensions,
            output: Output(environment, color: options.color, settings: settings))
        if let fault {
            session.output.remark("note: \(fault); 'hometask doctor --repair' restores it")
        }
        session.plugins.installHooks(of: plugins)
        if settings.hasUpkeep { PendingUpkeep.current?.add(replica) }
        return session
    }

    /// Reads from a consistent snapshot of the current version of the documents.
    func snapshot<Result: Sendable>(_ body: @Sendable (FamilySnapshot) throws -> Result) async throws -> Result {
        try await replica.read { try body(FamilySnapshot(self, reading: $0)) }
    }

    /// Returns the session with the members and categories of a reader's version.
    func at(_ reader: any VersionReader) throws -> FamilySession {
        guard reader.version != version else { return self }
        let directory = try FamilyDirectory(reading: reader)
        return FamilySession(
            environment: environment, replica: replica, version: reader.version, directory: directory,
            member: namedMember, settings: settings.of(directory.family), extensions: extensions, output: output)
    }

    /// The current time by the environment's clock, read again at each use.
    var now: Timestamp { environment.clock() }

    /// Formats dates for people, relative to now.
    var dates: DateDisplay { DateDisplay(now: now, zone: zone) }

    /// Throws an error if no member is set for this device.
    func requireMember() throws -> DocumentID { try queries.viewpoint.requireMember() }

    /// Whether this device's member is known and not a child.
    var isAdult: Bool { member.flatMap { directory.members[$0] }.map { !$0.isChild } ?? false }

    /// Returns the member named by `word`: `@Mia`, `mia`, `me`, or `#` and an id.
    func memberID(_ word: String) throws -> DocumentID { try queries.viewpoint.memberID(word) }

    /// Returns the category named by `word`.
    func categoryID(_ word: String) throws -> DocumentID { try queries.viewpoint.categoryID(word) }

    /// Returns the device named by `word`: its name or the first digits of its id.
    func deviceID(_ word: String) throws -> DocumentID {
        try resolve(word, among: directory.knownDevices.map { ($0.id, $0.name) }, noun: "device")
    }

    /// Returns the id of the only match for a word.
    func resolve(_ word: String, among named: [(DocumentID, String)], noun: String) throws -> DocumentID {
        try Reference.id(of: word, among: named, noun: noun)
    }
}

extension FamilySession {
    /// Changes documents atomically, as one commit, and reports which values of conflicts were replaced, so that none
    /// is lost unnoticed. All commands write through this call.
    ///
    /// - Parameters:
    ///   - command: the command's name, by which `undo` finds the commit; nil if it cannot be undone.
    ///   - choosesValues: whether the command is the user's choice between the values of conflicts.
    @discardableResult
    func write<Result: Sendable>(
        command: String?, choosesValues: Bool = false, body: @Sendable (Transaction) throws -> Result
    ) async throws -> WriteResult<Result> {
        let written = try await replica.write(command: command, body)
        if !choosesValues { report.remarkSettled(written.settled) }
        return written
    }
}
