// SPDX-License-Identifier: Apache-2.0

/// A command's examples for its help: from the guide, otherwise from a supplementary list.
struct CommandExamples {
    /// A line and its meaning, which is empty if self-evident.
    typealias Example = (line: String, meaning: String)

    let all: [Example]

    /// The maximum number of guide lines on a help page.
    private static let most = 3

    /// - Parameter command: the names of the command, such as `photo add`.
    init(of command: String) {
        let start = "hometask \(command)"
        var found: [Example] = []
        for topic in GuideTopic.allCases {
            for line in topic.text.split(separator: "\n") where line.hasPrefix(start) {
                guard let example = Self.example(line, after: start) else { continue }
                found.append(example)
                if found.count == Self.most { break }
            }
            if !found.isEmpty { break }
        }
        all = found.isEmpty ? Self.others[command].map { [("\(start)\($0.isEmpty ? "" : " ")\($0)", "")] } ?? [] : found
    }

    /// Returns a line of the guide with its comment; nil if the line belongs to another command or continues on the
    /// next line.
    private static func example(_ line: Substring, after start: String) -> Example? {
        let rest = line.dropFirst(start.count)
        guard rest.first.map({ $0 == " " }) ?? true, line.last != "\\" else { return nil }
        guard let comment = line.firstRange(of: "  # ") ?? line.firstRange(of: " # ") else { return (String(line), "") }
        let command = line[..<comment.lowerBound].reversed().drop { $0 == " " }.reversed()
        return (String(command), String(line[comment.upperBound...].drop { $0 == " " || $0 == "#" }))
    }

    /// Example arguments of the commands that the guide does not show.
    static let others: [String: String] = [
        "category color": "Garden '#2a9d4b'", "category delete": "Garden", "category edit": "Garden --color '#2a9d4b'",
        "category list": "",
        "category rename": "Garden Yard", "category restore": "Garden", "category show": "Garden",
        "comment delete": "'#1a2b3c4d'", "comment history": "'#1a2b3c4d'", "comment list": "bins",
        "comment restore": "'#1a2b3c4d'", "completion": "bash > ~/.local/share/bash-completion/completions/hometask",
        "config get": "sort", "config list": "", "config unset": "sort", "demo": "",
        "device list": "", "device restore": "'Old phone'",
        "doctor": "--repair",
        "hunt clue": "move Forest 3 --last", "hunt clue delete": "Forest 3", "hunt clue edit": "Forest 3 --points 20",
        "hunt clue move": "Forest 3 --before 1", "hunt delete": "Forest", "hunt edit": "Forest --title 'The forest'",
        "hunt history": "Forest", "hunt list": "", "hunt restore": "Forest", "hunt resume": "Forest",
        "hunt show": "Forest", "hunt unlock": "Forest 3", "hunt withdraw": "Forest", "item reopen": "party 2",
        "leave": "",
        "me": "Mia", "member list": "", "member rename": "Tom Thomas", "member show": "Tom", "note delete": "wifi",
        "note edit": "wifi 'It is on the fridge.'", "note folder": "",
        "note item add": "packing Towels",
        "note item delete": "packing 2", "note item edit": "packing 2 Beach towels",
        "note item move": "packing 2 --first",
        "note item reopen": "packing 2", "note restore": "wifi", "photo caption": "'#1a2b3c4d' The new shed",
        "photo list": "shed", "photo restore": "shed", "pin delete": "school", "pin edit": "school --label drop-off",
        "pin history": "school", "pin restore": "school", "plugin config": "email from 'Home <home@example.org>'",
        "plugin enable": "email", "plugin list": "", "plugin logs": "email", "plugin remove": "email", "position": "",
        "pull": "", "push": "", "reject": "tidy 'The bed is not made.'", "remind channel list": "",
        "remind channel remove": "email", "remind list": "", "remind now": "--watch",
        "remote create": "/media/stick/family.git",
        "remote list": "", "remote remove": "stick", "remote set": "origin ssh://git@home.example/family.git",
        "status": "", "tag list": "", "template delete": "party", "template list": "", "template restore": "party",
        "template show": "party", "upkeep": "", "view delete": "garden", "view list": "", "view rename": "garden yard",
        "view restore": "garden", "view show": "garden",
    ]
}
