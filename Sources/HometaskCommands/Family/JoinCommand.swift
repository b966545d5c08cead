// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask join`: joins an existing family.
struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", _superCommandName: "hometask",
        abstract: "Join a family from its remote.",
        discussion: """
            Asks which member uses this device; without a terminal, use --as or --new, or 'hometask me' later. The \
            remote controls access: it asks for your ssh key or git's credential helper.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The remote: a path, host:path, ssh://… or https://…", valueName: "url"))
    var url: String

    @Argument(
        help: ArgumentHelp(
            "The folder, empty or new; by default the folder of -C, or one named after the remote.", valueName: "dir"))
    var folder: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("The member who uses this device.", valueName: "member"))
    var member: String?

    @Option(name: .customLong("new"), help: ArgumentHelp("Join as a new member with this name.", valueName: "name"))
    var newName: String?

    @Option(help: ArgumentHelp("This device's name; the machine's by default.", valueName: "name"))
    var device: String?

    @Flag(help: "Keep no files to read and edit.")
    var bare = false

    @Flag(help: "Create the folder even if it is inside another git repository.")
    var nested = false

    @Option(
        help: ArgumentHelp(
            "Which originals of photos this device fetches: none, recent or all; the family's setting by default.",
            valueName: "which"))
    var photos: String?

    @OptionGroup var waiting: TimeoutOption

    func validate() throws {
        if member != nil, newName != nil { throw ValidationError("--as and --new cannot be used together") }
    }

    func run() async throws {
        let environment = CommandEnvironment.running
        let path = environment.place(try NewFamily.folder(folder, global) ?? Self.folderName(of: url))
        try FamilyFolder(path, environment).requireFree(nested: nested)
        let name = try newName.map(FamilyDraft.checkedMemberName)
        let deviceName = try device.map(FamilyDraft.checkedDeviceName)
        let policy = try photos.map { try Setting.photos.checked($0, environment) }
        let progress = ProgressLine()
        defer { progress.clear() }
        var (member, isNew): (DocumentID?, Bool) = (nil, false)
        do {
            let remote = RemotePlace.url(url, environment)
            let user = Settings(device: nil, user: try UserSettings.load(environment.variables), family: nil)
            let done = "Joined the family in \(environment.shown(path))."
            let session = try await NewFamily.open(global.at(path), saying: done) {
                _ = try await WorkingLine.during("Connecting to the remote", mayAsk: true) {
                    try await environment.provider.join(
                        url: remote, at: path, isBare: bare, timeout: waiting.seconds(user), progress: progress.show
                    ) { replica in
                        progress.clear()
                        (member, isNew) = try await settle(
                            replica.folder, name: name, deviceName: deviceName, photoPolicy: policy)
                    }
                }
            }
            if let session {
                try await report(session, member)
                if isNew { try await send(session, progress) }
                try await fetchOriginals(session, progress)
            }
        } catch let error as ReplicaError where error.code == .unreachable {
            throw ReplicaError(
                error.code, error.message,
                hint: "Check the URL, and that you may read there: 'git ls-remote' followed by the URL.")
        }
    }

    /// Stores which member this device belongs to, and the device's name.
    ///
    /// - Returns: the member, nil if none was chosen yet, and whether the member is new to the family.
    private func settle(
        _ path: String, name: String?, deviceName: String?, photoPolicy: String?
    ) async throws -> (member: DocumentID?, isNew: Bool) {
        if let photoPolicy {
            try await SettingStore.open(global.at(path)).set(.photos, to: photoPolicy, at: .device)
        }
        let session = try await FamilySession.open(global.at(path))
        let choice = try MemberChoice(session).choose(named: member, new: name)
        let id = try await MemberChoice(session).applyAnswer(choice, orChoosing: { "use --as \($0) instead of --new" })
        if let deviceName {
            let device = try await session.replica.deviceID()
            try await session.write(command: nil) { try $0.devices.setName(deviceName, of: device) }
        }
        if case .new = choice { return (id, true) }
        return (id, false)
    }

    /// Sends the new member immediately, to prevent a duplicate on another device. The family has already been created,
    /// so a failure to send is left to the next sync.
    private func send(_ session: FamilySession, _ progress: ProgressLine) async throws {
        do {
            let timeout = waiting.seconds(session.settings)
            _ = try await session.replica.sync(
                .both, remotes: [], removals: .ask, timeout: timeout, progress: progress.show)
            progress.clear()
            let directory = try await session.replica.read { try FamilyDirectory(reading: $0) }
            for finding in directory.namesakeFindings { try session.output.say(finding.sentences) }
        } catch let error as ReplicaError where ![.interrupted, .terminated].contains(error.code) {
            progress.clear()
            session.output.remark(
                "note: the others do not have this change yet: \(error.message). 'hometask sync' sends it.")
        }
    }

    /// Fetches the originals that this device is to hold. The family has already been created, so missing originals are
    /// left to the next sync.
    private func fetchOriginals(_ session: FamilySession, _ progress: ProgressLine) async throws {
        do {
            let count = try await session.replica.fetchOriginals(
                by: session.settings.photoPolicy, remotes: [], timeout: waiting.seconds(session.settings),
                progress: progress.show)
            progress.clear()
            if count > 0 { try session.output.say("Brought \(SyncFormatter.count(count, "photo")).") }
        } catch let error as ReplicaError where ![.interrupted, .terminated].contains(error.code) {
            progress.clear()
            session.output.remark(
                "note: not all photos were fetched: \(error.message). 'hometask sync' fetches the rest.")
        }
    }

    private func report(_ session: FamilySession, _ id: DocumentID?) async throws {
        let folder = session.environment.shown(session.replica.folder)
        let place = folder == "." ? "in this folder" : "in \(folder)"
        let person = id.map { " as \(session.directory.name(of: $0))" } ?? ""
        try session.output.say("Joined the family ‘\(session.directory.family?.name ?? "")’ \(place)\(person).")
        let isDefault = NewFamily.becomesDefault(session)
        if isDefault { try session.output.say(NewFamily.defaultSentence) }
        var steps: [(String, String)] = []
        if folder != ".", !isDefault { steps.append(("cd \(ShellQuoting.quoted(folder))", "go there")) }
        if id == nil {
            let names = session.directory.activeMembers.map(\.name).joined(separator: ", ")
            if !names.isEmpty { try session.output.say("Its members: \(names).") }
            steps.append(("hometask me NAME", "set which member uses this device"))
        }
        for remote in try await session.replica.remotes() {
            try await session.remotes.warnAboutPassword(in: remote.name)
        }
        steps.append(("hometask list", "see the tasks"))
        steps.append(("hometask sync", "exchange changes"))
        try session.output.print(NextSteps(steps).lines(session.output))
    }

    /// Returns the last component of a URL, without `.git`: git's name for the clone.
    static func folderName(of url: String) -> String {
        let parts = url.split { $0 == "/" || $0 == ":" }
        let name = parts.last.map(String.init) ?? "family"
        let short = name.hasSuffix(".git") ? String(name.dropLast(4)) : name
        return short.isEmpty || short == "." || short == ".." ? "family" : short
    }
}
