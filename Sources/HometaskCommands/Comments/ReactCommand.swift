// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask react`: adds an emoji as a reaction to a task or a photo.
struct ReactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "react", _superCommandName: "hometask",
        abstract: "React to a task or a photo with an emoji.",
        usage: """
            hometask react TASK EMOJI [--remove]
            hometask react --photo PHOTO EMOJI [--remove]
            """,
        discussion: """
            The task is one argument: a number, #id, or words of its title in quotes. Some emoji have names: \
            \(Reaction.words.map { "\($0.word) \($0.emoji)" }.joined(separator: ", ")).
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("React to this photo instead of a task.", valueName: "photo"))
    var photo: String?

    @Flag(help: "Remove your reaction.")
    var remove = false

    @Argument(help: ArgumentHelp("The task, and one emoji.", valueName: "task-and-emoji"))
    var words: [String] = []

    func validate() throws {
        if words.count == (photo == nil ? 2 : 1) { return }
        throw ValidationError(
            photo == nil
                ? "one task and one emoji are needed; put a title of several words in quotes"
                : "--photo PHOTO and one emoji are needed, without a task")
    }

    func run() async throws {
        let reaction = try Reaction(words.last ?? "")
        let session = try await FamilySession.open(global)
        let member = try session.requireMember()
        let subject = try await session.comments.subject(photo: photo, task: Array(words.prefix(1)))
        if remove {
            try await removeReaction(reaction, to: subject, as: session.directory.everyID(of: member), in: session)
        } else {
            try await add(reaction, to: subject, as: member, in: session)
        }
    }

    private func add(
        _ reaction: Reaction, to subject: Subject, as member: DocumentID, in session: FamilySession
    ) async throws {
        let (id, isNew) = try await session.write(command: "react") {
            try $0.reactions.add(reaction, to: subject, as: member)
        }.result
        if showing.json { return try await session.comments.print([id], isList: false) }
        try await session.report.afterChange {
            let name = try await session.comments.words(of: subject)
            try session.output.say(
                isNew ? "Reacted \(reaction.emoji) to \(name)." : "You already reacted \(reaction.emoji) to \(name).")
        }
    }

    private func removeReaction(
        _ reaction: Reaction, to subject: Subject, as members: Set<DocumentID>, in session: FamilySession
    ) async throws {
        let ids = try await session.write(command: "react --remove") {
            try $0.reactions.remove(reaction, to: subject, as: members)
        }.result
        if ids.isEmpty {
            let option = subject.kind == .photo ? "--photo " : ""
            throw ReplicaError(
                .notFound, "you did not react \(reaction.emoji) to ‘\(subject.name)’",
                hint: "'hometask comment list \(option)'#\(subject.id.description.prefix(8))'' shows its reactions.")
        }
        if showing.json { return try await session.comments.print(ids, isList: false) }
        try session.output.say("Removed your reaction \(reaction.emoji) to \(Quotation.of(subject.name)).")
    }
}
