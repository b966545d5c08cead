// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskReplica

/// A message to a member on a channel.
struct SentText: Sendable {
    /// The first line, which is not empty.
    let title: String
    /// The lines after it.
    let body: [String]

    /// The maximum sizes of the title and of the whole text, in UTF-8 bytes.
    static let limits = (title: 500, whole: 64 << 10)

    /// Reads standard input: the title, and the body in the lines after it. One blank line may separate the two.
    ///
    /// - Throws: `ReplicaError` (`invalidValue`) if there is no title, or if the text is too long or not UTF-8.
    static func readingStandardInput() throws -> SentText {
        let bytes = try TextFile.readStandardInput()
        guard bytes.count <= limits.whole else {
            throw fault("standard input has \(bytes.count) bytes, but a text can have \(limits.whole)", "Send less.")
        }
        let lines = try TextFile.text(bytes, of: "standard input").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let title = lines[0].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !title.isEmpty else {
            throw fault(
                "the first line of standard input, which is the title, is empty",
                "Pass the text to the command, as in: echo 'Dinner is ready' | hometask remind channel send email")
        }
        guard title.utf8.count <= limits.title else {
            throw fault(
                "the first line of standard input has \(title.utf8.count) bytes, but a title can have \(limits.title)",
                "Put a short title into the first line, and the text below it.")
        }
        var body = lines.dropFirst()
        if body.first?.isEmpty == true { body = body.dropFirst() }
        while body.last?.isEmpty == true { body = body.dropLast() }
        return SentText(title: title, body: body.map { String($0) })
    }

    private static func fault(_ message: String, _ hint: String) -> ReplicaError {
        ReplicaError(.invalidValue, message, hint: Hint(hint))
    }

    /// Returns the text of a channel's test message.
    static func test(of channel: String) -> SentText {
        SentText(
            title: "Test of the channel \(channel)",
            body: ["The channel \(channel) works: this text was sent by 'hometask remind channel send'."])
    }

    /// Returns the message for a member, with an id of its own.
    func message(to member: MemberRecord, on channel: MemberChannel, in session: FamilySession) -> ReminderMessage {
        var generator = SystemRandomNumberGenerator()
        return ReminderMessage(
            title: title, body: body, to: member, on: channel, family: session.directory.family?.id,
            id: .random(using: &generator), at: session.now)
    }
}
