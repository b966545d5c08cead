// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import HometaskCommands

@Suite("The examples of help pages")
struct CommandExamplesTests {
    /// The listed commands with their names, except the program itself and commands that only other programs run.
    private static let commands: [(names: [String], type: any ParsableCommand.Type)] = HometaskCommand.groups.filter {
        $0.title != nil
    }.flatMap(\.commands).flatMap { below($0.type(), []) }

    private static func below(
        _ type: any ParsableCommand.Type, _ names: [String]
    ) -> [(names: [String], type: any ParsableCommand.Type)] {
        let own = names + [type.configuration.commandName ?? ""]
        let others = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        return [(own, type)] + others.flatMap { below($0, own) }
    }

    /// Splits a line into words the way a shell would, up to a redirection or pipe.
    private static func words(_ line: String) -> [String] {
        var (words, word, quote): ([String], String?, Character?) = ([], nil, nil)
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                (quote, word) = (character, word ?? "")
            } else if quote == nil, character == " " {
                if let word { words.append(word) }
                word = nil
            } else if quote == nil, character == ">" || character == "|" {
                break
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap(\.self)
    }

    @Test("Each command has an example, and each example parses as that command")
    func examples() throws {
        #expect(Self.commands.count > 150)
        for (names, type) in Self.commands {
            let examples = CommandExamples(of: names.joined(separator: " ")).all
            #expect(!examples.isEmpty, "\(names)")
            for example in examples {
                let words = Self.words(example.line)
                #expect(words.first == "hometask" && Array(words.dropFirst().prefix(names.count)) == names)
                do {
                    let parsed = try HometaskCommand.parseAsRoot(Array(words.dropFirst()))
                    let wanted = Self.below(type, []).map { ObjectIdentifier($0.type) }
                    #expect(wanted.contains(ObjectIdentifier(Swift.type(of: parsed))), "\(example.line)")
                } catch {
                    Issue.record("\(example.line): \(HometaskCommand.message(for: error))")
                }
            }
        }
    }

    @Test("Extra examples are listed only for existing commands without an example in the guide")
    func others() {
        let known = Set(Self.commands.map { $0.names.joined(separator: " ") })
        for (command, rest) in CommandExamples.others {
            #expect(known.contains(command), "\(command)")
            let shown = CommandExamples(of: command).all.map(\.line)
            #expect(
                shown == ["hometask \(command)\(rest.isEmpty ? "" : " ")\(rest)"], "the guide has a line of its own")
        }
    }
}
