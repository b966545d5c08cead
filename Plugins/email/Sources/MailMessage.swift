// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskTime

/// A reminder as an email message (RFC 5322, RFC 2045).
struct MailMessage {
    /// The message; its lines end with a line feed.
    let bytes: [UInt8]

    init(_ delivery: Delivery, from: MailAddress, now: Timestamp) throws {
        guard let text = delivery.address else {
            throw RPCError(
                .refused, "a reminder by mail needs an address",
                hint: "Give it with the channel: 'hometask remind channel add email me@example.org'.")
        }
        guard let to = MailAddress(text) else {
            throw RPCError(
                .refused, "‘\(text.prefix(100))’ is not an e-mail address",
                hint: "An example is me@example.org: letters, digits and dots, an @, and a domain.")
        }
        let title = delivery.title.contains { !$0.isWhitespace } ? delivery.title : "Reminder"
        let head = [
            "Date: \(Self.date(now))",
            "From: \(from.field)",
            "To: \(to.field)",
            "Subject: \(MailText.unstructured(title, after: 9))",
            "Message-ID: <\(Self.word(delivery.id))@reminders.hometask.invalid>",
            // Prevents automatic replies such as vacation notices (RFC 3834, section 5).
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
        ]
        let body = delivery.body.isEmpty ? title : delivery.body
        bytes = Array((head.joined(separator: "\n") + "\n\n").utf8) + MailText.quotedPrintable(body)
    }

    /// Formats an instant in the email date format (RFC 5322, section 3.3), in UTC.
    private static func date(_ now: Timestamp) -> String {
        let date = TimeZoneRules.utc.civil(at: now).date
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = now.rfc3339.dropFirst(11).prefix(8)
        return
            "\(date.weekday.shortName), \(date.day) \(months[date.month - 1]) \(now.rfc3339.prefix(4)) \(clock) +0000"
    }

    /// Returns an id for use in a Message-ID. Each disallowed byte becomes `_` and two hexadecimal digits.
    private static func word(_ id: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var word: [UInt8] = []
        for byte in id.utf8.prefix(80) {
            let scalar = Unicode.Scalar(byte)
            if byte == UInt8(ascii: "-")
                || byte < 0x80 && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            {
                word.append(byte)
            } else {
                word += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return word.isEmpty ? "reminder" : String(decoding: word, as: UTF8.self)
    }
}
