// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

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
