// SPDX-License-Identifier: Apache-2.0

/// An email with invitation links, requested by email address, so that only the owner of the address receives the
/// links.
public struct InvitationMail: Hashable, Sendable {
    /// An invitation as listed in the email.
    public struct Entry: Hashable, Sendable {
        let member: String
        let link: String

        /// Creates an entry.
        ///
        /// - Parameters:
        ///   - member: the name of the member whose phone is to join.
        ///   - link: the link with the code of the invitation.
        public init(member: String, link: String) {
            self.member = InvitationMail.line(member)
            self.link = link
        }
    }

    private let family: String
    private let entries: [Entry]

    /// Creates an invitation email.
    ///
    /// - Parameters:
    ///   - family: the name of the family.
    ///   - entries: one entry for each member who has the address; at least one.
    public init(family: String, entries: [Entry]) {
        self.family = Self.line(family)
        self.entries = entries
    }

    /// The subject line of the email.
    public var title: String { "A link for a phone to join \(family)" }

    /// The body as a list of lines.
    public var body: [String] {
        let links = entries.flatMap { ["", "For \($0.member)'s phone:", $0.link] }
        let each = entries.count == 1 ? "The link" : "Each link"
        return [
            "Somebody, most likely you, has asked for a link with which a phone joins the family \(family).",
            "Open it on that phone:",
        ] + links + [
            "", "\(each) is good once, and for an hour. Whoever opens it acts as that member: give it to nobody else.",
            "",
            "If you have not asked for it, ignore this mail: without the link, nothing happens.",
        ]
    }

    /// The subject, a blank line and the body.
    public var text: String { ([title, ""] + body).joined(separator: "\n") + "\n" }

    /// The maximum number of characters in a name.
    private static let longestName = 100

    /// Reduces a name from a document to one line: anyone who can push to the family's repository could put a line
    /// break into a name.
    private static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        let words = String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
        return String(words.joined(separator: " ").prefix(longestName))
    }
}
