// SPDX-License-Identifier: Apache-2.0

/// What was done in one transaction, told so that `git log` reads as the family's diary.
public struct Diary: Hashable, Sendable {
    /// The deeds, in words that follow a name: `completed 'Take out the bins'`.
    public private(set) var deeds: [String] = []

    /// A diary without deeds.
    public init() {}

    /// Adds a deed. A line break or control character in it becomes a space: a title must not write the commit's
    /// trailers.
    public mutating func add(_ deed: String) {
        var text = String.UnicodeScalarView()
        for scalar in deed.unicodeScalars {
            let isControl =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || scalar.value == 0x2028 || scalar.value == 0x2029
            text.append(isControl ? " " : scalar)
        }
        deeds.append(String(text))
    }

    /// The commit message: one deed is the subject, several are counted there and listed below.
    public func message(by name: String) -> String {
        var author = Diary()
        author.add(name)
        let name = author.deeds[0]
        switch deeds.count {
        case 0: return "\(name) changed something"
        case 1: return "\(name) \(deeds[0])"
        default:
            let list = deeds.map { "- \($0)" }.joined(separator: "\n")
            return "\(name) \(deeds[0]) and did \(deeds.count - 1) more\n\n\(list)"
        }
    }

    /// A title as deeds quote it, shortened to 60 characters.
    public static func quoted(_ title: String) -> String {
        title.count > 60 ? "'\(title.prefix(59))…'" : "'\(title)'"
    }
}
