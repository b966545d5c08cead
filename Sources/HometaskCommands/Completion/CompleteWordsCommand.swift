// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskTerminal

/// `hometask complete-words`: called by the scripts that `hometask completion` prints. It prints the candidates for the
/// word at the cursor. If there are none, or an error occurs, it prints nothing: an error message would clutter the
/// line being typed.
struct CompleteWordsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete-words", _superCommandName: "hometask",
        abstract: "Print the completions of a command line, for a shell.",
        discussion: """
            For bash, the words are the command line up to the cursor, and the characters at which bash breaks \
            words; for zsh and fish, the words after the program's name, the last one being completed.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "bash, zsh or fish.")
    var shell: CompletionScript

    @Argument(help: "The command line.")
    var words: [String] = []

    func run() async throws {
        let line: TypedLine
        switch shell {
        case .bash: line = TypedLine(words.first ?? "", breaks: words.dropFirst().first ?? "").withoutProgram
        case .zsh: line = TypedLine(words: words.dropLast(), current: words.last ?? "")
        case .fish: line = TypedLine(words: words.dropLast(), current: TypedLine(words.last ?? "").current)
        }
        // Completion must not start upkeep.
        let answer = await PendingUpkeep.$current.withValue(nil) { await CompletionAnswer.of(line, .running) }
        switch answer {
        case .files: try StandardOutput.writeText("files\n")
        case .folders: try StandardOutput.writeText("folders\n")
        case .words(let candidates):
            let found = Self.matching(candidates, line.current)
            guard !found.isEmpty else { return }
            let kind = Self.kind(of: found, line.current)
            let lines = shell == .bash ? line.replies(found.map(\.value)) : found.map(\.line)
            try StandardOutput.writeText(([kind] + lines).map { $0 + "\n" }.joined())
        }
    }

    /// Returns the first line of the output: `open` if the only candidate can be extended, `other` if some candidates
    /// do not begin with the typed text, otherwise `words`.
    private static func kind(of found: [CompletionCandidate], _ typed: String) -> String {
        if found.count == 1, let end = found[0].value.last, ":=".contains(end) { return "open" }
        let small = typed.lowercased()
        return found.allSatisfy { $0.value.lowercased().hasPrefix(small) } ? "words" : "other"
    }

    /// Returns the candidates that begin with the typed text. Case is ignored, unless the text has capitals and some
    /// candidates match them exactly. Candidates with control characters are left out, because a terminal would
    /// interpret them.
    private static func matching(_ candidates: [CompletionCandidate], _ typed: String) -> [CompletionCandidate] {
        let safe = candidates.filter { !$0.value.isEmpty && EscapedText.safe($0.value) == $0.value }
        let small = typed.lowercased()
        let exact = small == typed ? [] : safe.filter { $0.typed.hasPrefix(typed) || $0.value.hasPrefix(typed) }
        if !exact.isEmpty { return exact }
        return safe.filter { $0.typed.lowercased().hasPrefix(small) || $0.value.lowercased().hasPrefix(small) }
    }
}
