// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica
import HometaskTerminal

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
        let family = try creation(environment)
        if let session = try await family.make(at: path, global) {
            try report(session, family, isDefault: NewFamily.becomesDefault(session))
        }
    }

    /// Returns the new family, checked before anything is created.
    private func creation(_ environment: CommandEnvironment) throws -> FamilyCreation {
        let question = Question(environment)
        guard let name = name ?? question.ask("What is the family called?") else {
            throw UsageError(
                "a family needs a name",
                hint: "Run 'hometask init \(ShellQuoting.quoted(folder ?? global.directory ?? ".")) --name NAME'.")
        }
        let checkedName = try FamilyDraft.checkedName(name)
        let email = email ?? question.ask("Its e-mail address (optional)?")
        var family = try FamilyCreation(name: checkedName, email: email, zone: zone, device: device, in: environment)
        if let founder = me ?? question.ask("What is your name?") {
            family.members = [try FamilyCreation.member(named: founder)]
        }
        (family.starter, family.isBare) = (starter, bare)
        return family
    }

    private func report(_ session: FamilySession, _ family: FamilyCreation, isDefault: Bool) throws {
        let draft = family.draft
        let folder = session.environment.shown(session.replica.folder)
        let place = folder == "." ? "in this folder" : "in \(folder)"
        try session.output.say("Created the family ‘\(draft.name)’ \(place) (\(draft.zone)).")
        if isDefault { try session.output.say(NewFamily.defaultSentence) }
        if starter == .hunt { try BuiltInHunt.home.printHidingPlaces(session.output) }
        var steps: [(String, String)] = []
        if folder != ".", !isDefault { steps.append(("cd \(ShellQuoting.quoted(folder))", "go there")) }
        if family.members.isEmpty { steps.append(("hometask me --new NAME", "set who uses this device")) }
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
