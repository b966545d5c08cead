// SPDX-License-Identifier: Apache-2.0

/// The desktop's clipboard, through the first known program that is installed and accepts the text.
struct Clipboard {
    /// The programs, each with the arguments that make it read standard input, and with the desktop variables of which
    /// at least one must be set.
    private static let programs: [(name: String, arguments: [String], needs: [String])] = [
        ("wl-copy", [], ["WAYLAND_DISPLAY"]), ("xclip", ["-selection", "clipboard"], ["DISPLAY"]),
        ("xsel", ["--clipboard", "--input"], ["DISPLAY"]), ("pbcopy", [], []),
        ("termux-clipboard-set", [], []),
    ]

    private let environment: CommandEnvironment

    init(_ environment: CommandEnvironment) {
        self.environment = environment
    }

    /// Copies text to the clipboard.
    ///
    /// - Returns: the name of the program that copied it; nil if none did.
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
