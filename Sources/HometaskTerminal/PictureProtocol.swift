// SPDX-License-Identifier: Apache-2.0

/// How a terminal is shown a picture.
public enum PictureProtocol: Sendable {
    /// The graphics protocol of kitty, which Ghostty, Konsole and WezTerm speak as well.
    case kitty
    /// The inline images of iTerm2.
    case iterm
    /// Sixels (DEC STD 070), as foot, mlterm and others show them.
    case sixel
    /// Half blocks in colours, which any terminal with colours shows.
    case blocks

    /// What the terminal of an environment understands, by what it says of itself; nil if it shows no colours.
    ///
    /// `HOMETASK_PICTURES` (`kitty`, `iterm`, `sixel`, `blocks` or `none`) decides where that is wrong.
    public static func understood(by environment: [String: String], mode: ColorMode) -> PictureProtocol? {
        switch environment["HOMETASK_PICTURES"] {
        case "kitty": return .kitty
        case "iterm": return .iterm
        case "sixel": return .sixel
        case "blocks": return mode == .none ? nil : .blocks
        case "none": return nil
        default: break
        }
        if mode == .none { return nil }
        let (term, program) = (environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? "")
        // What runs between, tmux and screen, passes none of the others on.
        if environment["TMUX"]?.isEmpty == false || term.hasPrefix("screen") || term.hasPrefix("tmux") {
            return .blocks
        }
        if term == "xterm-kitty" || term == "xterm-ghostty" || environment["KITTY_WINDOW_ID"]?.isEmpty == false
            || environment["KONSOLE_VERSION"]?.isEmpty == false || program == "WezTerm" || program == "ghostty"
        {
            return .kitty
        }
        if program == "iTerm.app" { return .iterm }
        if term.contains("sixel") || term.hasPrefix("foot") || term.hasPrefix("mlterm") { return .sixel }
        return .blocks
    }
}

extension PictureProtocol {
    /// The escape sequence that shows a PNG file; for ``kitty`` and ``iterm``.
    ///
    /// Sources: https://sw.kovidgoyal.net/kitty/graphics-protocol/, https://iterm2.com/documentation-images.html.
    ///
    /// - Parameters:
    ///   - base64: the file in base64.
    ///   - columns: how many columns it is to be wide.
    public func sequence(png base64: String, columns: Int) -> String {
        if case .iterm = self {
            return "\u{1B}]1337;File=inline=1;width=\(columns);preserveAspectRatio=1:\(base64)\u{7}\n"
        }
        var text = ""
        var rest = Substring(base64)
        var keys = "a=T,f=100,c=\(columns),"
        repeat {
            // The longest piece that the protocol allows.
            let piece = rest.prefix(4096)
            rest = rest.dropFirst(piece.count)
            text += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1B}\\"
            keys = ""
        } while !rest.isEmpty
        return text + "\n"
    }
}
