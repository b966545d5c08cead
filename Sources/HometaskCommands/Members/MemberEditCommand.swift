// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// `hometask member edit`: changes a member's details, but not the name.
struct MemberEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a member's address, role, colour, keys or reminders; an empty value clears it.",
        discussion: """
            With a public ssh key, the member's approvals and rejections are signed where the private key is \
            available, and 'hometask show' marks unsigned ones as unverified.
            """)

    @OptionGroup var paint: PaintOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member.")
    var member: String

    @OptionGroup var texts: TextFieldOptions<MemberTextFields>
    @OptionGroup var removals: TextFieldRemovals<MemberTextFields>
    @OptionGroup var keys: MemberKeyOptions
    @OptionGroup var reminding: MemberReminderOptions
    @OptionGroup var extensions: ExtensionChangeOptions

    func validate() throws {
        let isPlain = texts.texts.isEmpty && removals.removed.isEmpty && paint.colors.isEmpty
        if isPlain, keys.isEmpty, reminding.isEmpty, extensions.isEmpty {
            throw ValidationError(
                "no change given; use \(MemberTextFields.optionNames.joined(separator: ", ")), --color, --add-key, "
                    + "--remove-key, --remind, --remind-at, --quiet, --set or --unset")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(paint.global)
        let id = try session.memberID(member)
        var edited = FieldChange(try removals.joined(with: texts))
        if let code = try paint.code { edited.values["color"] = code.isEmpty ? .null : .string(code) }
        let preferences = try reminding.preferences(in: session)
        let keys = try keys.keyChanges(in: session.environment)
        edited.merge(try extensions.fieldChange(of: .member, in: session))
        let changes = edited
        let written = try await session.write(command: "member edit") { transaction in
            try transaction.members.edit(id, changes)
            try transaction.members.changeKeys(of: id, adding: keys.added, removing: keys.removed)
            if !preferences.isEmpty { try transaction.reminders.setPreferences(preferences, of: id) }
        }
        if showing.json { return try await session.members.print(id) }
        let name = session.directory.name(of: id)
        try session.output.say(written.commit == nil ? "Nothing to change: \(name)" : "Changed \(name).")
    }
}
