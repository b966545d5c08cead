// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import HometaskReminders
import HometaskReplica

/// `hometask remind channel send`: sends a message that is not a reminder.
struct ChannelSendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a text to a member on a channel, from this device and at once.",
        discussion: """
            The text comes from standard input: its first line is the title, the rest is the body. With --test, the \
            command sends a short text of its own instead. Without an address, the text goes to the addresses on which \
            the member is reminded by this channel. Quiet hours do not apply, and nothing is recorded. A text that \
            cannot be sent is not tried again: the exit code says that it was not sent.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("The channel, such as email.", valueName: "channel"))
    var name: String

    @Argument(help: ArgumentHelp("The address, if not those of the member.", valueName: "address"))
    var address: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("The member; you by default.", valueName: "member"))
    var member: String?

    @Flag(help: "Send to the e-mail address of the member ('hometask member edit --email').")
    var memberAddress = false

    @Flag(help: "Send a short text that says that it is a test.")
    var test = false

    @Flag(help: "Only check whether this device can send on the channel.")
    var dryRun = false

    func validate() throws {
        if memberAddress, address != nil {
            throw ValidationError("--member-address and an address cannot be used together")
        }
        if showing.json, name == MemberChannel.terminalName, !dryRun {
            throw ValidationError("--json cannot be used with the channel ‘terminal’, which prints the text itself")
        }
        if test, dryRun { throw ValidationError("--test and --dry-run cannot be used together") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let channel = try await session.channels.find(name)
        if let missing = session.channels.missingSettings(of: name).first {
            throw ReplicaError(
                .notConfigured, "‘\(missing.setting.name)’ of the plugin ‘\(missing.plugin)’ is not set on this device",
                hint: "Set it with 'hometask plugin config \(missing.plugin) \(missing.setting.name) VALUE'.")
        }
        if dryRun {
            return try say([], "This device can send on the channel ‘\(name)’. Nothing was sent.", in: session)
        }
        let member = try session.members.reminded(member)
        let targets = try targets(of: member, in: session)
        let text = try test ? SentText.test(of: name) : SentText.readingStandardInput()
        for target in targets {
            try await channel.deliver(text.message(to: member, on: target, in: session))
        }
        let words = targets.map(\.words).joined(separator: ", ")
        let objects = targets.map { ChannelFormatter.json($0, of: member) }
        try say(objects, "Sent ‘\(text.title)’ to \(member.name) by \(words).", in: session)
    }

    private func say(_ objects: [JSON], _ sentence: String, in session: FamilySession) throws {
        if showing.json { return try session.output.print(.array(objects)) }
        // The terminal shows the text itself.
        if name != MemberChannel.terminalName || dryRun { try session.output.say(sentence) }
    }

    /// Returns the channel, once for each target address.
    private func targets(of member: MemberRecord, in session: FamilySession) throws -> [MemberChannel] {
        var addresses: [String?] = []
        if address == nil, !memberAddress {
            for channel in member.channels where channel.name == name && !addresses.contains(channel.address) {
                addresses.append(channel.address)
            }
        }
        if memberAddress, member.email == nil {
            throw UsageError(
                "\(member.name) has no e-mail address",
                hint: "Give them one: 'hometask member edit \(member.name) --email ADDRESS'.")
        }
        if addresses.isEmpty {
            let typed = memberAddress ? member.email : address
            addresses = [try session.channels.address(typed, on: name, of: member, for: "send")]
        }
        return addresses.map { MemberChannel(id: "", name: name, address: $0, device: nil, since: nil) }
    }
}
