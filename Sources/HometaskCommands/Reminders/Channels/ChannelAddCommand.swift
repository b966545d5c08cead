// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import HometaskReminders
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask remind channel add`.
struct ChannelAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a channel on which a member is reminded.",
        discussion: """
            'terminal' always exists; plugins provide others. A member without channels is reminded on the terminal. \
            On terminal, desktop and command, each of the member's devices sends its own reminders; on any other \
            channel, one device does, this one unless --device names another, so that nobody is reminded twice. The \
            program of the channel 'command' is a setting of each device, and never part of the family's documents.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("The channel: terminal, or a plugin's channel.", valueName: "channel"))
    var name: String

    @Argument(help: ArgumentHelp("The address, if the channel takes one.", valueName: "address"))
    var address: String?

    @Option(name: .customLong("for"), help: ArgumentHelp("The member to remind; you by default.", valueName: "member"))
    var member: String?

    @Option(help: ArgumentHelp("The device that sends the reminders.", valueName: "device"))
    var device: String?

    @Flag(help: "Let each of the member's devices send its own reminders.")
    var eachDevice = false

    /// The channels on which each device sends its own reminders by default, because they only reach that device.
    private static let own = [MemberChannel.terminalName, "desktop", "command"]

    func validate() throws {
        if eachDevice, device != nil { throw ValidationError("--device and --each-device cannot be used together") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        let member = try session.members.reminded(member)
        let here = try await session.replica.deviceID()
        let sender = eachDevice || device == nil && Self.own.contains(name) ? nil : try sender(here, in: session)
        try checkName(in: session)
        let channel = MemberChannel(
            id: "", name: name, address: try session.channels.address(address, on: name, of: member, for: "add"),
            device: sender, since: session.now)
        try await session.write(command: "remind channel add") {
            try $0.reminders.addChannel(channel, to: member.id)
        }
        if showing.json {
            try session.output.print(ChannelFormatter.json(channel, of: member))
        } else {
            let sender = ChannelFormatter.sentence(aboutSenderOf: channel, here: here, in: session)
            try session.output.say("\(member.name) is now reminded by \(channel.words). \(sender)")
        }
        if sender ?? here == here { await remarkMissing(in: session) }
    }

    private func sender(_ here: DocumentID, in session: FamilySession) throws -> DocumentID {
        try device.map { try session.deviceID($0) } ?? here
    }

    private func checkName(in session: FamilySession) throws {
        let isName = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard isName, (1...60).contains(name.utf8.count) else {
            throw UsageError(
                "‘\(name)’ cannot be the name of a channel",
                hint: "Channels: \(session.channels.names.joined(separator: ", ")).")
        }
        let names = session.channels.names
        // This device cannot know the channels of other devices.
        if device != nil || names.contains(name) { return }
        guard let meant = Spelling.nearest(to: name, among: names) else { return }
        throw UsageError(
            "there is no channel ‘\(name)’; did you mean ‘\(meant)’?",
            hint: "Channels: \(names.joined(separator: ", ")). To add a channel of another device, use --device.")
    }

    /// Prints a note if this device is to send on the channel but cannot do so yet.
    private func remarkMissing(in session: FamilySession) async {
        do {
            _ = try await session.channels.find(name)
            for (plugin, setting) in session.channels.missingSettings(of: name) {
                let example = ShellQuoting.quoted(setting.example ?? "VALUE")
                session.output.remark(
                    "note: ‘\(setting.name)’ of the plugin ‘\(plugin)’ is not set on this device; no reminders are sent until it is"
                )
                let command = "hometask plugin config \(plugin) \(setting.name) \(example)"
                session.output.remark("hint: Set it with: \(ShellQuoting.quotedCommand(command))")
            }
        } catch {
            let reason = (error as? ReplicaError)?.message ?? "\(error)"
            session.output.remark("note: no reminders are sent on this channel yet: \(reason)")
        }
    }
}
