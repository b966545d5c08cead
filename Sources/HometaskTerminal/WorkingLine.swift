// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One line on the terminal's standard error that says that work which takes more than a second goes on, and for how long
/// it has. Where standard error is no terminal, nothing is shown.
///
/// Invariant: whatever else is written to standard output or standard error takes the line away first, and ends it: what
/// somebody is asked, or an answer, is never written over.
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
    /// - Parameter text: what is done, as `Reading the tasks`.
    public static func during<Result>(
        _ text: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard StandardError.isTerminal else { return try await body() }
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
            if state?.isShown == true { StandardError.draw("\r\u{1B}[K") }
            state = nil
        }
    }

    /// - Returns: false where the line was ended.
    private static func show() -> Bool {
        state.withLock { state in
            guard let shown = state else { return false }
            let seconds = (ContinuousClock.now - shown.start).components.seconds
            let line = EscapedText.safe("\(shown.text) … \(seconds) s")
            let width = TerminalSize.columns(environment: [:]) - 1
            StandardError.draw("\r\u{1B}[K" + TextWidth.truncated(line, to: width))
            state?.isShown = true
            return true
        }
    }
}
