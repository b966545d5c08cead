// SPDX-License-Identifier: Apache-2.0

/// The clipboard of the desktop, by the first of its programs that is there and takes the text.
struct Clipboard {
    /// The programs, each with what makes it read standard input, and the variables of the desktop that it needs one
    /// of.
    private static let programs: [(name: String, arguments: [String], needs: [String])] = [
        ("wl-copy", [], ["WAYLAND_DISPLAY"]), ("xclip", ["-selection", "clipboard"], ["DISPLAY"]),
        ("xsel", ["--clipboard", "--input"], ["DISPLAY"]), ("pbcopy", [], []),
        ("termux-clipboard-set", [], []),
    ]

    private let environment: CommandEnvironment

    init(_ environment: CommandEnvironment) {
        self.environment = environment
    }

    /// Copies a text to the clipboard.
    ///
    /// - Returns: the program that did it; nil if there is none.
    func copy(_ text: String) -> String? {
        for (name, arguments, needs) in Self.programs {
            guard needs.isEmpty || needs.contains(where: { environment.variables[$0]?.isEmpty == false }) else {
                continue
            }
            let run = HelperProgram(name, environment).run(arguments, input: Array(text.utf8), keepsOutput: false)
            if run.status == 0 { return name }
        }
        return nil
    }
}
