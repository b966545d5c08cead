// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// A message to a member: a reminder of a task, or a text.
///
/// The strings come from documents and must be escaped for a terminal, a shell or an email header.
public struct ReminderMessage: Hashable, Sendable {
    /// The reason for the message.
    public enum Kind: String, Hashable, Sendable {
        /// The task is due, or will be due.
        case due
        /// The task is overdue, and the member wants to be reminded repeatedly.
        case nag
        /// The end of a snooze.
        case snoozed
        /// The member is near the task's place.
        case near
        /// A text sent by a person, not a reminder.
        case text
    }

    /// The message id, the same on every device for the same occasion, member and channel, so that recipients can
    /// recognise duplicates.
    public let id: DocumentID
    /// The reason, derived from the occasion.
    public let kind: Kind
    /// The title of the task or of the text, on one line.
    public let title: String
    /// The due date and the task's description, or the text, as lines.
    public let body: [String]
    /// The id of the task that the message is about; nil for a text.
    public let task: DocumentID?
    /// The id of the family; nil if the family's own document cannot be read.
    public let family: DocumentID?
    /// The member who receives the message.
    public let member: DocumentID
    /// The name of that member when the message was made.
    public let memberName: String
    /// When the task is due.
    public let due: Due?
    /// The instant at which the reminder was due, or the text was sent.
    public let instant: Timestamp
    /// The channel's name, such as `email`.
    public let channel: String
    /// The address on the channel, if it has one.
    public let address: String?

    /// The id as an email `Message-ID` (RFC 5322, section 3.6.4), in a reserved domain (RFC 6761, section 6.4).
    public var messageID: String { "<\(id)@reminders.hometask.invalid>" }

    /// Creates a text message, which is not a reminder.
    ///
    /// - Parameters:
    ///   - title: the title, in one line.
    ///   - body: the text, as lines.
    ///   - member: the member who receives the message.
    ///   - channel: the channel and the address on it.
    ///   - family: the id of the family; nil if the family's own document cannot be read.
    ///   - id: a unique id, by which a receiver can drop duplicates.
    ///   - instant: the time at which the text is sent.
    public init(
        title: String, body: [String], to member: MemberRecord, on channel: MemberChannel, family: DocumentID?,
        id: DocumentID, at instant: Timestamp
    ) {
        (self.title, self.body, self.family, self.id, self.instant) = (title, body, family, id, instant)
        (self.member, memberName) = (member.id, member.name)
        (self.channel, address) = (channel.name, channel.address)
        (kind, task, due) = (.text, nil, nil)
    }

    /// Creates a reminder.
    ///
    /// - Parameter dates: the format of dates, in the family's time zone.
    init(
        _ occasion: ReminderOccasion, of task: TaskRecord, to member: MemberRecord, on channel: MemberChannel,
        at instant: Timestamp, in snapshot: ReminderSnapshot, now: Timestamp, distance: String? = nil
    ) {
        family = snapshot.directory.family?.id
        id = Self.id(occasion.text, of: task.id, to: member.id, on: channel, family: family)
        kind = Kind(occasion)
        title = task.title
        self.task = task.id
        self.member = member.id
        memberName = member.name
        due = task.due
        self.instant = instant
        self.channel = channel.name
        address = channel.address
        let sentence = Self.sentence(task, snapshot, at: now)
        body = [distance, sentence].compactMap { $0 } + task.description
    }

    /// Derives the id of a reminder for one occasion.
    static func id(
        _ occasion: String, of task: DocumentID, to member: DocumentID, on channel: MemberChannel, family: DocumentID?
    ) -> DocumentID {
        let parts = [
            family?.description ?? "", task.description, member.description, channel.name, channel.address ?? "",
            occasion,
        ]
        return .derived(namespace: namespace, name: parts.joined(separator: "\n"))
    }

    /// The namespace for message ids, a random id: `7b0d6a52-38c5-4c0e-9a3f-51f2c6e8d947`.
    private static let namespace = DocumentID(randomBytes: (0x7b0d_6a52_38c5_4c0e, 0x9a3f_51f2_c6e8_d947))

    private static func sentence(_ task: TaskRecord, _ snapshot: ReminderSnapshot, at now: Timestamp) -> String? {
        let dates = DateDisplay(now: now, zone: snapshot.zone)
        switch task.due {
        case nil: return nil
        case .day(let date):
            let isOver = date < snapshot.zone.civil(at: now).date
            return (isOver ? "It was due " : "It is due ") + dates.day(date) + "."
        case .instant(let instant, _):
            return (instant < now ? "It was due " : "It is due ") + dates.instant(instant) + "."
        }
    }

    /// The message as JSON: `id`, `messageID`, `kind`, `title`, `body`, `task`, `member` (`id`, `name`), `due`,
    /// `instant`, `channel`, `to`.
    public var json: JSONObject {
        var object: JSONObject = [
            "id": .string(id.description), "messageID": .string(messageID), "kind": .string(kind.rawValue),
            "title": .string(title), "body": .array(body.map { .string($0) }),
            "member": ["id": .string(member.description), "name": .string(memberName)],
            "instant": .string(instant.rfc3339), "channel": .string(channel),
        ]
        object["task"] = task.map { .string($0.description) }
        object["family"] = family.map { .string($0.description) }
        object["due"] = due?.json
        object["to"] = address.map { .string($0) }
        return object
    }
}

extension ReminderMessage.Kind {
    init(_ occasion: ReminderOccasion) {
        switch occasion {
        case .before, .at: self = .due
        case .nag: self = .nag
        case .snoozed: self = .snoozed
        case .near: self = .near
        }
    }
}
