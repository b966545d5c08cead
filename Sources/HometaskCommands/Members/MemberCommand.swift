// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask member`: the members of the family.
struct MemberCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "member", _superCommandName: "hometask",
        abstract: "Show, add, change, rename, merge and remove the family's members.",
        subcommands: [
            MemberListCommand.self, MemberShowCommand.self, MemberAddCommand.self, MemberEditCommand.self,
            MemberRenameCommand.self, MemberMergeCommand.self, MemberRemoveCommand.self, MemberRestoreCommand.self,
        ],
        defaultSubcommand: MemberListCommand.self)
}

/// `hometask member add`: adds a member; `--another` allows a name that is taken.
struct MemberAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a member.")

    @OptionGroup var paint: PaintOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The name; several words need no quotes.")
    var name: [String]

    @OptionGroup var texts: TextFieldOptions<MemberTextFields>
    @OptionGroup var extensions: ExtensionFieldOptions

    @Flag(help: "Add another person with an existing name.")
    var another = false

    func run() async throws {
        let session = try await FamilySession.open(paint.global)
        var described = MemberDraft(
            name: name.joined(separator: " "), color: try paint.code.flatMap { $0.isEmpty ? nil : $0 })
        described.values.merge(try texts.drafted) { $1 }
        described.values.merge(try extensions.assignments.draft(of: .member, in: session)) { $1 }
        let (draft, another) = (described, another)
        let id = try await session.write(command: "member add") {
            try $0.members.add(draft, allowsSameName: another)
        }.result
        let record = try await session.members.record(id)
        if showing.json {
            try session.output.print(.object(MemberJSON.object(record, me: session.member)))
        } else {
            try session.output.say("Added \(record.name) to the family in \(Palette.name(of: record.color ?? "")).")
        }
    }
}

/// `hometask member rename`: renames a member.
struct MemberRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a member.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member.")
    var member: String

    @Argument(help: "The new name; several words need no quotes.")
    var name: [String]

    @Flag(help: "Allow a name that another member has.")
    var another = false

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.memberID(member)
        let (newName, another) = (name.joined(separator: " "), another)
        try await session.write(command: "member rename") {
            try $0.members.rename(id, to: newName, allowsSameName: another)
        }
        if showing.json { return try await session.members.print(id) }
        let record = try await session.members.record(id)
        try session.output.say("\(session.directory.name(of: id)) is called \(record.name) now.")
    }
}

/// `hometask member merge`: merges two members who are the same person; the first one is kept.
struct MemberMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge two members who are the same person.",
        discussion: "From now on, everything that belongs to the second belongs to the first, on every device.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member who stays.")
    var member: String

    @Argument(help: "The member who is the same person.")
    var other: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (kept, gone) = (try session.memberID(member), try session.memberID(other))
        try await session.write(command: "member merge") { try $0.members.merge(keeping: kept, gone) }
        if session.member == gone { try await session.replica.setMember(kept) }
        if showing.json { return try await session.members.print(kept) }
        let name = session.directory.name(of: kept)
        try session.output.say("\(session.directory.name(of: gone)) is now \(name), who gets all their tasks.")
    }
}

/// `hometask member restore`: restores a member who was removed or merged into another.
struct MemberRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a member who was removed or merged into another.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member.")
    var member: String

    @Flag(help: "Restore them even if another member has the name now.")
    var another = false

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.members.removedID(member)
        let another = another
        try await session.write(command: "member restore") {
            try $0.members.restore(id, allowsSameName: another)
        }
        if showing.json { return try await session.members.print(id) }
        let record = try await session.members.record(id)
        try session.output.say("\(record.name) is back in the family.")
    }
}
