// SPDX-License-Identifier: Apache-2.0

/// The protocol by which a terminal shows pictures.
public enum PictureProtocol: Sendable {
    /// The graphics protocol of kitty, which Ghostty, Konsole and WezTerm support too.
    case kitty
    /// The inline images of iTerm2.
    case iterm
    /// Sixels (DEC STD 070), which foot, mlterm and others support.
    case sixel
    /// Coloured half blocks, which any terminal with colours shows.
    case blocks

    /// Returns the protocol that a terminal supports, according to its environment variables; nil if it shows no
    /// colours.
    ///
    /// `HOMETASK_PICTURES` (`kitty`, `iterm`, `sixel`, `blocks` or `none`) overrides this.
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
        // tmux and screen do not pass on the other protocols.
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
    /// Returns the escape sequence that shows a PNG file; for ``kitty`` and ``iterm``.
    ///
    /// Sources: https://sw.kovidgoyal.net/kitty/graphics-protocol/, https://iterm2.com/documentation-images.html.
    ///
    /// - Parameters:
    ///   - base64: the file in Base64.
    ///   - columns: the width of the picture in columns.
    public func sequence(png base64: String, columns: Int) -> String {
        if case .iterm = self {
            return "\u{1B}]1337;File=inline=1;width=\(columns);preserveAspectRatio=1:\(base64)\u{7}\n"
        }
        var text = ""
        var rest = Substring(base64)
        var keys = "a=T,f=100,c=\(columns),"
        repeat {
            // The maximum length of a chunk in the protocol.
            let piece = rest.prefix(4096)
            rest = rest.dropFirst(piece.count)
            text += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(piece)\u{1B}\\"
            keys = ""
        } while !rest.isEmpty
        return text + "\n"
    }
}
