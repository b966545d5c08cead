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
        let phones = PhoneSetup(environment)
        let place = try NewFamily.folder(folder, global) ?? environment.variables["HOMETASK_DIR"]
        let target = try await SetupTarget.find(at: place, named: name, with: global, in: environment)
        // Everything is asked before anything is done.
        var (family, remote): (FamilyCreation?, Remote?)
        if case .existing(let session) = target {
            remote = Remote.usual(of: try await session.replica.remotes())
            try greet(session, remote)
        } else {
            family = try creation(environment, questions)
        }
        let hub = remote == nil ? try questions.ask(hub, SetupQuestions.hub) { try HubPlace($0, in: environment) } : nil
        let way = try way(of: phones, questions)
        guard let session = try await session(of: target, creating: family) else { return }
        let failure = hub == nil && remote == nil ? nil : try await sync(session, with: hub)
        let status = try way.map { try phones.setUp($0, for: session) }
        if !phones.isInstalled { try session.output.say("Note: \(PhoneSetup.absence.message).") }
        try await finish(session, isSynced: failure == nil, hasPhones: status == 0)
        if let code = [failure, status].compactMap(\.self).first(where: { $0 != 0 }) { throw ExitCode(code) }
    }

    // MARK: The family

    /// Says which family it goes on with. Options that are for a new one, or for another repository, are refused.
    private func greet(_ session: FamilySession, _ remote: Remote?) throws {
        let name = session.directory.family?.name ?? ""
        if me != nil || members != nil {
            throw UsageError(
                "the family ‘\(name)’ is there already; --me and --members are for a new one",
                hint: "'hometask member add NAME' adds a member, 'hometask me NAME' sets who uses this device.")
        }
        if let remote, let hub, !SetupQuestions.isNone(hub),
            RemotePlace.url(hub, session.environment) != remote.url
        {
            throw UsageError(
                "the family ‘\(name)’ syncs with \(remote.url) already",
                hint: "'hometask remote set \(remote.name) URL' changes that.")
        }
        let folder = session.environment.shown(session.replica.folder)
        try session.output.say(
            "Going on with the family ‘\(name)’ \(folder == "." ? "in this folder" : "in \(folder)").")
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
            members, "Who else belongs to it? Names, with commas between them (optional):"
        ) { try Self.members($0, besides: founder) }
        var family = try FamilyCreation(name: checkedName, in: environment)
        family.members = [founder] + (others ?? [])
        return family
    }

    private static func members(_ text: String, besides founder: MemberDraft) throws -> [MemberDraft] {
        let members = try text.split(separator: ",").map(Question.trimmed).filter { !$0.isEmpty }
            .map(FamilyCreation.member)
        var names: Set = [founder.name.lowercased()]
        for member in members where !names.insert(member.name.lowercased()).inserted {
            throw ReplicaError(
                .invalidValue, "the name ‘\(member.name)’ is given twice", hint: "Give each member another name.")
        }
        return members
    }

    /// Returns the family, once it is created.
    ///
    /// - Returns: nil if it was created, and cannot be read afterwards, which has been reported.
    private func session(of target: SetupTarget, creating family: FamilyCreation?) async throws -> FamilySession? {
        switch (target, family) {
        case (.existing(let session), _): return session
        case (.new(let path), let family?):
            guard let session = try await family.make(at: path, global) else { return nil }
            let (name, zone) = (family.draft.name, family.draft.zone)
            try session.output.say("Created the family ‘\(name)’ in \(session.environment.shown(path)) (\(zone)).")
            if NewFamily.becomesDefault(session) { try session.output.say(NewFamily.defaultSentence) }
            return session
        case (.new, nil): return nil
        }
    }

    // MARK: Sharing it

    /// Returns the way by which phones reach this machine; nil for none.
    ///
    /// - Throws: `ReplicaError` (`missingProgram`) if the command line names one, and the program is not installed.
    private func way(of phones: PhoneSetup, _ questions: SetupQuestions) throws -> [String]? {
        guard phones.isInstalled || self.phones != nil else { return nil }
        return try questions.ask(self.phones, PhoneSetup.question, as: phones.words)
    }

    /// Sets up the repository to sync with, and syncs. A failure is reported, and does not keep phones from being set up.
    ///
    /// - Parameter place: the place of the repository; nil for the remote that there is.
    /// - Returns: the exit code of a failure; nil if there was none.
    private func sync(_ session: FamilySession, with place: HubPlace?) async throws -> Int32? {
        do {
            try await HubSetup(session: session)(place)
            return nil
        } catch let error as ReplicaError where ![.interrupted, .terminated].contains(error.code) {
            StandardError.writeText(ErrorReport(error).text)
            return ExitStatus.of(error.code)
        }
    }

    private func finish(_ session: FamilySession, isSynced: Bool, hasPhones: Bool) async throws {
        var steps = [("hometask add Take out the bins", "add a task"), ("hometask list", "see the tasks")]
        if isSynced, let url = Remote.usual(of: try await session.replica.remotes())?.url {
            steps.append(("hometask join \(ShellQuoting.quoted(url))", "on another computer: join the family"))
        }
        if hasPhones { steps.append(("hometask serve invite NAME", "a link for another phone")) }
        steps.append(("hometask setup", "go on with what was left out"))
        try session.output.print(NextSteps(steps).lines(session.output))
    }
}
