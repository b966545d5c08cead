// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask init`: creates a family.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", _superCommandName: "hometask",
        abstract: "Create a family, in a git repository of its own.",
        discussion: """
            On a terminal, asks for whatever is left out. Elsewhere the name is required; the family's e-mail \
            address and its first member can be added later.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            "The folder, which must be empty or not exist; by default the folder of -C, or the current one.",
            valueName: "dir"))
    var folder: String?

    @Option(help: "The family's name.")
    var name: String?

    @Option(help: ArgumentHelp("The family's e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("The family's time zone, such as Europe/Amsterdam; this machine's by default."))
    var zone: String?

    @Option(help: ArgumentHelp("Your name: the family's first member.", valueName: "name"))
    var me: String?

    @Option(help: ArgumentHelp("This device's name; the machine's by default.", valueName: "name"))
    var device: String?

    @Flag(
        help: """
            Keep no files to read and edit, for a very large family. To create a repository to sync with, create the \
            family first, then run 'hometask remote create PATH'.
            """)
    var bare = false

    @Option(
        help: ArgumentHelp("Add initial contents: \(Starter.words).", valueName: "set"),
        completion: .list(Starter.allCases.map(\.rawValue)), transform: Starter.named)
    var starter: Starter?

    @Flag(help: "Create it even if the folder is inside another git repository.")
    var nested = false

    func run() async throws {
        let environment = CommandEnvironment.running
        let path = environment.place(try NewFamily.folder(folder, global) ?? ".")
        try FamilyFolder(path, environment).requireFree(nested: nested)
        let (draft, zone) = try draft(environment)
        let founder = try founder(environment)
        let done = "Created the family ‘\(draft.name)’ in \(environment.shown(path)) (\(draft.zone))."
        let session = try await NewFamily.open(global.at(path), saying: done) {
            _ = try await environment.provider.create(at: path, isBare: bare, family: draft) { replica in
                try await addStarterDocuments(replica, founder: founder, zone: zone)
            }
        }
        if let session { try report(session, draft, founder: founder, isDefault: NewFamily.becomesDefault(session)) }
    }

    /// Returns the draft of the new family, checked before anything is created.
    private func draft(_ environment: CommandEnvironment) throws -> (FamilyDraft, TimeZoneRules) {
        let question = Question(environment)
        guard let name = name ?? question.ask("What is the family called?") else {
            throw UsageError(
                "a family needs a name",
                hint: "Run 'hometask init \(ShellQuoting.quoted(folder ?? global.directory ?? ".")) --name NAME'.")
        }
        let checkedName = try FamilyDraft.checkedName(name)
        let email = try (email ?? question.ask("Its e-mail address (optional)?")).map(EmailAddress.checked)
        let identifier = zone ?? TimeZoneRules.machineIdentifier() ?? "UTC"
        let rules: TimeZoneRules
        do {
            rules = try TimeZoneRules(identifier: identifier)
        } catch {
            throw ReplicaError(
                .invalidValue, "\(error)", hint: "Name one with --zone, such as --zone Europe/Amsterdam.")
        }
        let device = try device.map(FamilyDraft.checkedDeviceName)
        let draft = FamilyDraft(
            name: checkedName, zone: rules.identifier, email: email, device: device ?? environment.machineName)
        return (draft, rules)
    }

    private func founder(_ environment: CommandEnvironment) throws -> MemberDraft? {
        guard let name = me ?? Question(environment).ask("What is your name?") else { return nil }
        return MemberDraft(name: try FamilyDraft.checkedMemberName(name))
    }

    private func addStarterDocuments(
        _ replica: any DocumentStorage & DeviceStorage, founder: MemberDraft?, zone: TimeZoneRules
    ) async throws {
        if let founder {
            let written = try await replica.write(command: nil) { try $0.members.add(founder) }
            try await replica.setMember(written.result)
        }
        switch starter {
        case .chores: _ = try await replica.write(command: nil) { try $0.tasks.addStarter(.chores, zone: zone) }
        case .hunt: _ = try await BuiltInHunt.home.make(in: replica, command: nil)
        case nil: break
        }
    }

    private func report(
        _ session: FamilySession, _ draft: FamilyDraft, founder: MemberDraft?, isDefault: Bool
    ) throws {
        let folder = session.environment.shown(session.replica.folder)
        let place = folder == "." ? "in this folder" : "in \(folder)"
        try session.output.say("Created the family ‘\(draft.name)’ \(place) (\(draft.zone)).")
        if isDefault { try session.output.say(NewFamily.defaultSentence) }
        if starter == .hunt { try BuiltInHunt.home.printHidingPlaces(session.output) }
        var steps: [(String, String)] = []
        if folder != ".", !isDefault { steps.append(("cd \(ShellQuoting.quoted(folder))", "go there")) }
        if founder == nil { steps.append(("hometask me --new NAME", "set who uses this device")) }
        if draft.email == nil {
            steps.append(("hometask config set --family email ADDRESS", "set the family's address"))
        }
        steps.append(("hometask member add NAME", "add the others"))
        switch starter {
        case .chores: steps.append(("hometask list", "see the tasks"))
        case .hunt: steps.append(("hometask hunt start pirate", "start when the slips are hidden"))
        case nil: steps.append(("hometask add Take out the bins", "add a task"))
        }
        steps.append(("hometask remote add origin URL", "set the repository to sync with"))
        steps.append(("hometask sync", "send it there; on other devices: 'hometask join URL'"))
        try session.output.print(NextSteps(steps).lines(session.output))
    }
}

/// The starter documents of a new family.
enum Starter: String, CaseIterable {
    /// The weekly tasks of most households.
    case chores
    /// A treasure hunt at home.
    case hunt

    fileprivate static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

    fileprivate static func named(_ word: String) throws -> Starter {
        guard let starter = Starter(rawValue: word) else {
            throw ValidationError("‘\(word)’ is not a starter set; choose one of: \(words)")
        }
        return starter
    }
}
