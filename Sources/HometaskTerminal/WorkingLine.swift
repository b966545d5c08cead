// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A progress line on standard error for work that takes more than a second, with the elapsed time. If standard error
/// is not a terminal, nothing is shown.
///
/// Invariant: the line never overwrites a question or an answer. Any other output of this program first removes the
/// line and ends it. If a child program may prompt on the terminal (ssh for a passphrase, git for a password), the line
/// is written before that program starts, and is not updated.
public enum WorkingLine {
    private struct State {
        let text: String
        let start: ContinuousClock.Instant
        var isShown = false
    }

    private static let state = Mutex<State?>(nil)
    private static let pause = Duration.seconds(1)

    /// Runs a closure, and shows the line if it takes long.
    ///
    /// - Parameters:
    ///   - text: the description of the work, such as `Reading the tasks`.
    ///   - mayAsk: whether a child program may prompt on the terminal.
    public static func during<Result>(
        _ text: String, mayAsk: Bool = false, isolation: isolated (any Actor)? = #isolation,
        body: () async throws -> Result
    ) async rethrows -> Result {
        guard StandardError.isTerminal else { return try await body() }
        if mayAsk {
            stand("\(text) … ")
            defer { end() }
            return try await body()
        }
        state.withLock { $0 = State(text: text, start: .now) }
        let ticker = Task.detached {
            while true {
                try await Task.sleep(for: pause)
                guard show() else { return }
            }
        }
        defer {
            ticker.cancel()
            end()
        }
        return try await body()
    }

    /// Removes the line, because something else is about to be written.
    static func end() {
        state.withLock { state in
            if state?.isShown == true { StandardError.draw(clearing) }
            state = nil
        }
    }

    /// Draws a line that stays until the next output.
    private static func stand(_ text: String) {
        state.withLock { state in
            StandardError.draw(line(text))
            state = State(text: text, start: .now, isShown: true)
        }
    }

    /// Draws the line with the number of seconds.
    ///
    /// - Returns: false if the line was ended.
    private static func show() -> Bool {
        state.withLock { state in
            guard let shown = state else { return false }
            let seconds = (ContinuousClock.now - shown.start).components.seconds
            StandardError.draw(line("\(shown.text) … \(seconds) s"))
            state?.isShown = true
            return true
        }
    }

    /// The maximum number of columns of the line. Some terminals wrap after the last column.
    public static var width: Int { TerminalSize.columns(environment: [:]) - 1 }

    /// Returns the text that replaces a line on the terminal with `text`, which is escaped and truncated to the width.
    public static func line(_ text: String) -> String {
        clearing + TextWidth.truncated(EscapedText.safe(text), to: width)
    }

    /// A carriage return and the control sequence that erases the rest of the line (ECMA-48, EL).
    public static let clearing = "\r\u{1B}[K"
}
