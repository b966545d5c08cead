// SPDX-License-Identifier: Apache-2.0

/// The colour support of an output, which limits how a ``Style`` is shown.
public enum ColorMode: Sendable {
    /// Plain text: no escape sequences at all.
    case none
    /// Attributes and the eight colours of ECMA-48.
    case basic
    /// The 256 colours of xterm.
    case extended
    /// 24-bit colours (ISO 8613-6).
    case full

    /// Determines the mode from the command line, the environment and the kind of output. The first of these that gives
    /// an answer applies: `forced`; `NO_COLOR` (no-color.org: any value but the empty one turns colour off);
    /// `FORCE_COLOR` (`0` or `false` off, `1` to `3` a depth, anything else on) and `CLICOLOR_FORCE` (anything but
    /// `0`); `CLICOLOR=0`; whether the output is a terminal that understands colour.
    ///
    /// - Parameters:
    ///   - forced: `true` for "always", `false` for "never", `nil` to decide by the other criteria.
    ///   - environment: The environment variables of the process.
    ///   - isTerminal: Whether the output is a terminal.
    public static func decide(forced: Bool?, environment: [String: String], isTerminal: Bool) -> ColorMode {
        if let forced { return forced ? depth(environment) : .none }
        if isSet("NO_COLOR", in: environment) { return .none }
        if let mode = demanded(by: environment) { return mode }
        let term = environment["TERM"] ?? ""
        if !isTerminal || term.isEmpty || term == "dumb" || environment["CLICOLOR"] == "0" { return .none }
        return depth(environment)
    }

    private static func demanded(by environment: [String: String]) -> ColorMode? {
        if isSet("FORCE_COLOR", in: environment) {
            switch environment["FORCE_COLOR"] {
            case "0", "false": return ColorMode.none
            case "1": return .basic
            case "2": return .extended
            case "3": return .full
            default: return depth(environment)
            }
        }
        if isSet("CLICOLOR_FORCE", in: environment), environment["CLICOLOR_FORCE"] != "0" {
            return depth(environment)
        }
        return nil
    }

    private static func depth(_ environment: [String: String]) -> ColorMode {
        let term = environment["TERM"] ?? ""
        let depth = environment["COLORTERM"] ?? ""
        if depth == "truecolor" || depth == "24bit" || term.hasSuffix("-direct") { return .full }
        return term.contains("256color") ? .extended : .basic
    }

    private static func isSet(_ name: String, in environment: [String: String]) -> Bool {
        environment[name]?.isEmpty == false
    }
}
