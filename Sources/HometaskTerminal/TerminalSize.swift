// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How wide the terminal is.
public enum TerminalSize {
    /// The columns to lay output out for, always 20 to 500: the variable `COLUMNS` if it is a positive number,
    /// else what the terminal on standard output says, else 80.
    public static func columns(environment: [String: String]) -> Int {
        let named = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        return min(max(named ?? reported ?? 80, 20), 500)
    }

    private static var reported: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
