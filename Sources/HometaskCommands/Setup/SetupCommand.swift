// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica
import HometaskTerminal

/// `hometask setup`: sets up a family, a repository to sync with and the page for phones, by at most five questions.
struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", _superCommandName: "hometask",
        abstract: "Set up a family, a place to sync, and phones, by five questions.",
        discussion: """
            Asks on a terminal for what the options leave out. If there is a family already, goes on with what it lacks: \
            a repository to sync with, and phones. Run it again when something was missing.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        help: ArgumentHelp("The folder of a new family; by default ‘family’ in your home folder.", valueName: "dir"))
    var folder: String?

    @Option(help: "The new family's name.")
    var name: String?

    @Option(help: ArgumentHelp("Your name: the family's first member.", valueName: "name"))
    var me: String?

    @Option(help: ArgumentHelp("The other members, separated by commas.", valueName: "names"))
    var members: String?

    @Option(
        help: ArgumentHelp(
            "Where to keep the tasks besides: a folder, host:path, a URL, github, gitlab or codeberg; or none.",
            valueName: "place"))
    var hub: String?

    @Option(
        help: ArgumentHelp(
            "How phones reach this machine: tailscale, funnel, home, home NAME, https://…, or none.", valueName: "way"))
    var phones: String?

    func run() async throws {
        let environment = CommandEnvironment.running
        let questions = SetupQuestions(environment)
        var session = try await existing(environment)
        var family: FamilyCreation?
        let path = environment.place(try NewFamily.folder(folder, global) ?? "~/family")
        if session == nil {
            try FamilyFolder(path, environment).requireFree(nested: nil)
            family = try creation(environment, questions)
        }
        // Everything is asked before anything is done.
        let hasRemote = try await session?.replica.remotes().isEmpty == false
        let place = hasRemote ? nil : try questions.ask(hub, SetupQuestions.hub, as: HubPlace.init)
        let phones = PhoneSetup(environment)
        let way = phones.isInstalled ? try questions.ask(self.phones, PhoneSetup.question, as: PhoneSetup.words) : nil
        if let family { session = try await make(family, at: path) }
        guard let session else { return }
        let failure = try await setUpSharing(session, place)
        let status = try phones.setUp(way, for: session)
        try await finish(session, hasPhones: phones.isInstalled)
        if let code = [failure, status].compactMap(\.self).first(where: { $0 != 0 }) { throw ExitCode(code) }
    }

    // MARK: The family

    /// Opens the family that is there already; nil if there is none, or a new one's folder or name is given.
    private func existing(_ environment: CommandEnvironment) async throws -> FamilySession? {
        guard folder == nil, name == nil else { return nil }
        do {
            let session = try await FamilySession.open(global)
            let folder = environment.shown(session.replica.folder)
            try session.output.say("Going on with the family ‘\(session.directory.family?.name ?? "")’ in \(folder).")
            return session
        } catch let error as ReplicaError where error.code == .noRepository && global.directory == nil {
            return nil
        }
    }

    /// Asks for the new family and its members.
    private func creation(_ environment: CommandEnvironment, _ questions: SetupQuestions) throws -> FamilyCreation {
        questions.introduce()
        let checkedName = try questions.require(
            name, "What is the family called?", as: FamilyDraft.checkedName,
            orElse: UsageError("a family needs a name", hint: "Give it with --name NAME."))
        let founder = try questions.require(
            me, "What is your name?", as: FamilyCreation.member,
            orElse: UsageError("a family needs a first member", hint: "Give your name with --me NAME."))
        let others = try questions.ask(
            members, "Who else belongs to it? Names, with commas between them (optional):", as: Self.members)
        var family = try FamilyCreation(name: checkedName, in: environment)
        family.members = [founder] + (others ?? [])
        return family
    }

    private static func members(_ text: String) throws -> [MemberDraft] {
        try text.split(separator: ",").map(Question.trimmed).filter { !$0.isEmpty }.map(FamilyCreation.member)
    }

    /// Creates the family.
    ///
    /// - Returns: nil if it cannot be read afterwards, which has been reported.
    private func make(_ family: FamilyCreation, at path: String) async throws -> FamilySession? {
        guard let session = try await family.make(at: path, global) else { return nil }
        let (name, zone) = (family.draft.name, family.draft.zone)
        try session.output.say("Created the family ‘\(name)’ in \(session.environment.shown(path)) (\(zone)).")
        if NewFamily.becomesDefault(session) { try session.output.say(NewFamily.defaultSentence) }
        return session
    }

    // MARK: Sharing it

    /// Sets up the repository to sync with. A failure is reported, and does not keep phones from being set up.
    ///
    /// - Returns: the exit code of a failure; nil if there was none.
    private func setUpSharing(_ session: FamilySession, _ place: HubPlace?) async throws -> Int32? {
        guard let place else { return nil }
        do {
            try await HubSetup(session: session)(place)
            return nil
        } catch let error as ReplicaError where ![.interrupted, .terminated].contains(error.code) {
            StandardError.writeText(ErrorReport(error).text)
            return ExitStatus.of(error.code)
        }
    }

    private func finish(_ session: FamilySession, hasPhones: Bool) async throws {
        var steps = [("hometask add Take out the bins", "add a task"), ("hometask list", "see the tasks")]
        if let url = Remote.usual(of: try await session.replica.remotes())?.url {
            steps.append(("hometask join \(ShellQuoting.quoted(url))", "on another computer: join the family"))
        }
        if hasPhones { steps.append(("hometask serve invite NAME", "a link for another phone")) }
        steps.append(("hometask setup", "go on with what was left out"))
        try session.output.print(NextSteps(steps).lines(session.output))
    }
}
