// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The number of columns for output, from the terminal or `COLUMNS`.
public enum TerminalSize {
    /// The width of output that does not go to a terminal: no line is cut or wrapped.
    public static let unlimited = 1 << 20

    /// Returns the number of columns for drawing, always 20 to 500: the variable `COLUMNS` if it is a positive number,
    /// otherwise the width of the terminal on standard output, otherwise 80.
    public static func columns(environment: [String: String]) -> Int {
        clamped(requestedColumns(environment) ?? reported(STDOUT_FILENO) ?? 80)
    }

    /// Returns the number of columns for lines: the same as ``columns(environment:)``, but unlimited if the output does
    /// not go to a terminal and `COLUMNS` is not set, so that programs receive complete lines.
    public static func lineColumns(environment: [String: String]) -> Int {
        if let named = requestedColumns(environment) { return clamped(named) }
        if let reported = reported(STDOUT_FILENO) { return clamped(reported) }
        return isatty(STDOUT_FILENO) == 1 ? 80 : unlimited
    }

    /// Returns the number of columns for errors: those of the terminal on standard error; unlimited if there is none.
    public static func errorColumns(environment: [String: String]) -> Int {
        guard isatty(STDERR_FILENO) == 1 else { return unlimited }
        return clamped(reported(STDERR_FILENO) ?? requestedColumns(environment) ?? 80)
    }

    /// The number of lines of the terminal on standard output; nil if it is unknown.
    public static var rows: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_row)
    }

    private static func requestedColumns(_ environment: [String: String]) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func clamped(_ columns: Int) -> Int { min(max(columns, 20), 500) }

    private static func reported(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
