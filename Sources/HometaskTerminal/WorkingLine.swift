// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One line on the terminal's standard error that says that work which takes more than a second continues, and for how
/// long it has. Where standard error is not a terminal, nothing is shown.
///
/// Invariant: what somebody is asked, or an answer, is never written over. Whatever else this program writes takes the
/// line away first, and ends it. Where a program that is started may ask on the terminal (ssh for a passphrase, git for
/// a password), the line stands before that one begins and is not written again.
public enum WorkingLine {
    private struct State {
        let text: String
        let start: ContinuousClock.Instant
        var isShown = false
    }

    private static let state = Mutex<State?>(nil)
    private static let pause = Duration.seconds(1)

    /// Does something, and says so while it takes long.
    ///
    /// - Parameters:
    ///   - text: what is done, as `Reading the tasks`.
    ///   - mayAsk: whether a program that is started may ask something on the terminal.
    public static func during<Result>(
        _ text: String, mayAsk: Bool = false, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
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

    /// Takes the line away for good: something else is about to be written.
    static func end() {
        state.withLock { state in
            if state?.isShown == true { StandardError.draw(clearing) }
            state = nil
        }
    }

    /// Draws a line that stays until something else is written.
    private static func stand(_ text: String) {
        state.withLock { state in
            StandardError.draw(line(text))
            state = State(text: text, start: .now, isShown: true)
        }
    }

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

    /// The most columns of such a line: in the last one some terminals continue to the next line.
    public static var width: Int { TerminalSize.columns(environment: [:]) - 1 }

    /// What takes a line on the terminal away and writes a text in its place, made safe and cut to the width.
    public static func line(_ text: String) -> String {
        clearing + TextWidth.truncated(EscapedText.safe(text), to: width)
    }

    /// What takes a line on the terminal away (ECMA-48, EL).
    public static let clearing = "\r\u{1B}[K"
}
