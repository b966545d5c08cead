// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskTime

/// The options that say what a task is like, shared by `add` and `edit`.
struct TaskFieldOptions: ParsableArguments {
    @Option(
        name: .customLong("for"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Who should do it, and nobody else; +member adds one, -member takes one away. May be given several times.",
            valueName: "member"))
    var members: [String] = []

    @Option(
        help: ArgumentHelp("When it is due: a date, or words such as 'fri' or 'tomorrow 18:00'.", valueName: "when"))
    var due: String?

    @Option(
        help: ArgumentHelp(
            "When it recurs: words such as '2 weeks on tue, fri', 'month on the last day' or '3 days after done', or a rule of RFC 5545.",
            valueName: "rule"))
    var every: String?

    @Option(help: ArgumentHelp("Its category.", valueName: "name"))
    var category: String?

    @Option(name: .customLong("tag"), help: ArgumentHelp("A tag; may be given several times.", valueName: "tag"))
    var tags: [String] = []

    @Option(help: "How pressing it is: high, medium or low.")
    var priority: String?

    @Option(help: "What doing it earns.")
    var points: Int?

    @Option(help: ArgumentHelp("What must prove that it was done: photo.", valueName: "photo"))
    var proof: String?

    @Option(name: .customLong("at"), help: ArgumentHelp("The pin where it is to be done.", valueName: "pin"))
    var place: String?

    @Option(
        help: ArgumentHelp(
            "How near to the pin one has to be: 100m, 2km, 300ft. A photo that proves it must be taken there.",
            valueName: "distance"))
    var within: String?

    @Option(
        help: ArgumentHelp(
            "When the photo that proves it must be taken, on the day when it is due: 07:00-09:00.",
            valueName: "from-to"))
    var between: String?

    @Option(help: ArgumentHelp("Who must approve that it was done: adult.", valueName: "adult"))
    var approval: String?

    @Option(help: ArgumentHelp("More about it; lines are separated by line breaks.", valueName: "text"))
    var description: String?

    @Option(
        help: ArgumentHelp("Take the description from this file; - for standard input.", valueName: "file"))
    var descriptionFile: String?

    /// The options with what the words say.
    ///
    /// - Throws: `UsageError` where the two contradict each other.
    func joined(with words: TaskWords) throws -> TaskFieldOptions {
        var options = self
        options.members = words.values(.for, and: members)
        options.due = try words.value(.due, or: due)
        options.every = try words.value(.every, or: every)
        options.category = try words.value(.category, or: category)
        options.tags = words.tags + words.values(.tag, and: tags)
        options.priority = try words.value(.priority, or: priority)
        options.points = try words.value(.points, or: points.map { "\($0)" }).map(Self.points)
        options.proof = try words.value(.proof, or: proof)
        options.place = try words.value(.at, or: place)
        options.within = try words.value(.within, or: within)
        options.between = try words.value(.between, or: between)
        options.approval = try words.value(.approval, or: approval)
        options.description = try words.value(.description, or: description)
        return options
    }

    /// The draft of a new task from options that the words were joined with.
    func draft(_ typed: TaskWords, in session: FamilySession) async throws -> TaskDraft {
        let title = try typed.value(.title, or: typed.title.isEmpty ? nil : typed.title) ?? ""
        guard !title.isEmpty else {
            throw UsageError("the task has no title", hint: "Say what is to be done: hometask add Take out the bins")
        }
        var draft = TaskDraft(title: title)
        draft.assignees = try typed.assignees + AssigneeChange.assignees(members, in: session)
        draft.tags = tags.map(Self.withoutPlus)
        draft.due = try due.map { try Self.due($0, in: session) }
        if let every, every.lowercased() != "none" {
            let (rule, time) = try session.timedRule(every)
            draft.rule = rule
            if let time { draft.due = try session.firstDue(rule, at: time, from: draft.due, every) }
        }
        draft.category = try category.map { try session.categoryID($0) }
        draft.priority = try priority.map(Self.priority)
        draft.points = points
        draft.needsPhoto = try proof.map(Self.needsPhoto) ?? false
        draft.place = try await place(in: session)
        draft.window = try between.map { try Self.window($0, in: session) }
        draft.needsApproval = try approval.map(Self.needsApproval) ?? false
        draft.description = try descriptionLines(in: session.environment) ?? []
        return draft
    }

    /// The place that the options name; nil where they name none.
    func place(in session: FamilySession) async throws -> Place? {
        guard let place else {
            if within != nil { throw UsageError("--within needs a pin", hint: "Name it with --at PIN.") }
            return nil
        }
        let metres = try within.map { try Distance.metres($0) }
        return Place(pin: try await session.pinID(place), within: metres)
    }

    /// The lines of the description that the options give; nil where they give none.
    func descriptionLines(in environment: CommandEnvironment) throws -> [String]? {
        guard let file = descriptionFile else { return description.map(Self.lines) }
        if description != nil {
            throw UsageError(
                "the description is given twice: with --description and with --description-file",
                hint: "Leave out one of them.")
        }
        let bytes = try file == "-" ? TextFile.readStandardInput() : TextFile.read(environment.absolute(file))
        guard let bytes else {
            throw ReplicaError(.notFound, "there is no file \(file)", hint: "'-' stands for standard input.")
        }
        return Self.lines(try TextFile.text(bytes, of: file == "-" ? "standard input" : file))
    }

    static func due(_ text: String, in session: FamilySession) throws -> Due {
        switch try session.moment(text) {
        case .day(let date): .day(date)
        case .instant(let instant): .instant(instant, zone: nil)
        }
    }

    static func priority(_ text: String) throws -> Priority {
        if let priority = Priority(rawValue: text.lowercased()) { return priority }
        throw UsageError("‘\(text)’ is not a priority", hint: "It can be high, medium or low.")
    }

    private static func points(_ text: String) throws -> Int {
        if let points = Int(text) { return points }
        throw UsageError("‘\(text)’ is not a number of points", hint: "Write it like points:5.")
    }

    static func needsPhoto(_ text: String) throws -> Bool {
        if text == "photo" { return true }
        throw UsageError("‘\(text)’ is not a proof that can be asked for", hint: "It can be: photo.")
    }

    static func window(_ text: String, in session: FamilySession) throws -> ProofWindow {
        guard let hours = ClockSpan(text: text) else {
            throw UsageError("‘\(text)’ are no hours of a day", hint: "Write them like 07:00-09:00.")
        }
        return ProofWindow(hours, zone: session.zone.identifier)
    }

    static func needsApproval(_ text: String) throws -> Bool {
        if text == "adult" { return true }
        throw UsageError("‘\(text)’ is nobody whose approval can be asked for", hint: "It can be: adult.")
    }

    static func lines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { String($0) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    static func withoutPlus(_ tag: String) -> String {
        tag.hasPrefix("+") ? String(tag.dropFirst()) : tag
    }
}
