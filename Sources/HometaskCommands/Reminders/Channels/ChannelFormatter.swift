// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskTime

/// Formats the channels of a member, for people and as JSON.
enum ChannelFormatter {
    /// Describes the device that sends on a channel: `each device` if the channel names none.
    static func sender(of channel: MemberChannel, here: DocumentID, in session: FamilySession) -> String {
        guard let device = channel.device else { return "each device" }
        let name = session.directory.knownDevices.first { $0.id == device }?.name ?? "a device that was forgotten"
        return device == here ? "from \(name), this device" : "from \(name)"
    }

    /// Returns a sentence about the device that sends on a channel.
    static func sentence(
        aboutSenderOf channel: MemberChannel, here: DocumentID, in session: FamilySession
    ) -> String {
        guard let device = channel.device else { return "Each device sends its own reminders." }
        return "\(subject(device, here: here, in: session)) sends the reminders."
    }

    /// Returns a device as the subject of a sentence.
    static func subject(_ device: DocumentID, here: DocumentID, in session: FamilySession) -> String {
        if device == here { return "This device" }
        let name = session.directory.knownDevices.first { $0.id == device }?.name
        return name.map { "The device ‘\($0)’" } ?? "A device that was forgotten"
    }

    /// Returns the member's own preferences for reminders: `1 day before, quiet 21:00-07:00`.
    static func preferences(of member: MemberRecord, in session: FamilySession) -> String {
        let times = member.reminders.map { ReminderFormatter.words($0, session.dates) }
        let day = member.remindAt.map { "days at \($0.hourAndMinute)" }
        return [times, day, member.quietHours.map { "quiet \($0.text)" }].compactMap { $0 }.joined(separator: ", ")
    }

    /// Returns an object with `member` (`id`, `name`), `channel`, `to`, `device`, `since`.
    static func json(_ channel: MemberChannel, of member: MemberRecord) -> JSON {
        var object: JSONObject = [
            "member": ["id": .string(member.id.description), "name": .string(member.name)],
            "channel": .string(channel.name),
        ]
        object["to"] = channel.address.map { .string($0) }
        object["device"] = channel.device.map { .string($0.description) }
        object["since"] = channel.since.map { .string($0.rfc3339) }
        return .object(object)
    }
}
