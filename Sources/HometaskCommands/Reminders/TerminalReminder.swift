// SPDX-License-Identifier: Apache-2.0

import HometaskReminders
import HometaskTerminal

/// The channel that shows reminders on standard output.
struct TerminalReminder: ReminderChannel {
    let output: Output

    /// Shows a message, in one write.
    func deliver(_ message: ReminderMessage) async throws {
        try output.print(lines(message))
    }

    /// Returns the title, with the rest below it.
    func lines(_ message: ReminderMessage) -> [String] {
        let title = TextWidth.wrapped(EscapedText.safe(message.title), to: output.width - 2)
        let mark = Style.yellow.applied(to: "●", in: output.mode)
        let heading = title.enumerated().map { line in
            (line.offset == 0 ? "\(mark) " : "  ") + Style.bold.applied(to: line.element, in: output.mode)
        }
        let body = message.body.flatMap { TextWidth.wrapped(EscapedText.safe($0), to: output.width - 2) }
        return heading + body.map { "  \($0)" }
    }
}
