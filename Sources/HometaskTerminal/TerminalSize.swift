// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How wide the terminal is.
public enum TerminalSize {
    /// So wide is what has no terminal to fit: every line is as long as what stands in it.
    public static let unlimited = 1 << 20

    /// The columns to draw in, always 20 to 500: the variable `COLUMNS` if it is a positive number, else what the
    /// terminal on standard output says, else 80.
    public static func columns(environment: [String: String]) -> Int {
        clamped(named(environment) ?? reported(STDOUT_FILENO) ?? 80)
    }

    /// The columns to fit lines into: as ``columns(environment:)``, but unlimited where output goes to no terminal and
    /// `COLUMNS` says nothing, so that whatever reads it misses nothing.
    public static func lineColumns(environment: [String: String]) -> Int {
        if let named = named(environment) { return clamped(named) }
        if let reported = reported(STDOUT_FILENO) { return clamped(reported) }
        return isatty(STDOUT_FILENO) == 1 ? 80 : unlimited
    }

    /// The columns to fit errors into: those of the terminal on standard error; unlimited where there is none.
    public static func errorColumns(environment: [String: String]) -> Int {
        guard isatty(STDERR_FILENO) == 1 else { return unlimited }
        return clamped(reported(STDERR_FILENO) ?? named(environment) ?? 80)
    }

    /// How many lines the terminal on standard output shows; nil if that is not known.
    public static var rows: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
        return Int(size.ws_row)
    }

    private static func named(_ environment: [String: String]) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    private static func clamped(_ columns: Int) -> Int { min(max(columns, 20), 500) }

    private static func reported(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
