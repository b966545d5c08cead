// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskTerminal

/// Asks for what the options of `setup` leave out, and asks again after an answer that is not valid.
struct SetupQuestions {
    /// The question for the repository to sync with.
    static let hub = """
        Where are the tasks kept besides, for other computers and as a backup?
          a folder, also on a stick           /media/stick
          a machine with ssh                  mia@nas:family.git
          an empty git repository             https://… or git@…
          a hosting site, with its steps      github, gitlab or codeberg
        A place, or Enter for none:
        """

    private let question: Question

    init(_ environment: CommandEnvironment) { question = Question(environment) }

    /// Says at a terminal what is to come.
    func introduce() {
        guard question.canAsk else { return }
        StandardError.writeText(
            """
            Five questions set up a family on this machine. Enter leaves out what is
            optional; all of it can be changed later, and Ctrl-C stops.

            """)
    }

    /// Returns the value of an option, or of the answer to a question; nil if there is neither, or it is ‘none’.
    ///
    /// - Parameter parse: checks an answer; its errors are shown, and the question is asked again.
    /// - Throws: the error of `parse` for an option; `ReplicaError` (`unconfirmed`) if the input ends.
    func ask<Value>(_ option: String?, _ text: String, as parse: (String) throws -> Value) throws -> Value? {
        if let option { return Self.isNone(option) ? nil : try parse(Question.trimmed(option)) }
        var prompt = "\n\(text)"
        while let answer = try question.askForAnswer(prompt), !Self.isNone(answer) {
            do {
                return try parse(answer)
            } catch {
                StandardError.writeText(ErrorReport(error).text)
                prompt = text.split(separator: "\n").last.map(String.init) ?? text
            }
        }
        return nil
    }

    /// Whether an answer says that there is to be none.
    static func isNone(_ answer: String) -> Bool { Question.trimmed(answer).lowercased() == "none" }

    /// Returns a value as ``ask(_:_:as:)`` does.
    ///
    /// - Throws: `fault` if there is none.
    func require<Value>(
        _ option: String?, _ text: String, as parse: (String) throws -> Value, orElse fault: UsageError
    ) throws -> Value {
        guard let value = try ask(option, text, as: parse) else { throw fault }
        return value
    }
}
