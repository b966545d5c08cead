// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal
import Testing

@Suite struct StyleTests {
    @Test("Styles combine; plain styles and plain modes add nothing")
    func combining() {
        #expect(Style.bold.union(.red).applied(to: "x", in: .basic) == "\u{1B}[1;31mx\u{1B}[0m")
        #expect(Style.red.union(.blue) == .blue)
        #expect(Style.red.union(.strikethrough).applied(to: "x", in: .full) == "\u{1B}[9;31mx\u{1B}[0m")
        #expect(Style.plain.applied(to: "x", in: .full) == "x")
        #expect(Style.bold.applied(to: "x", in: .none) == "x")
        #expect(Style.bold.applied(to: "", in: .full).isEmpty)
    }

    @Test(
        "A document's colour is shown as exactly as the mode allows",
        arguments: [
            ("#ff8700", ColorMode.full, "\u{1B}[38;2;255;135;0mx\u{1B}[0m"),
            ("#FF8700", .extended, "\u{1B}[38;5;208mx\u{1B}[0m"),
            ("#808080", .extended, "\u{1B}[38;5;244mx\u{1B}[0m"),
            ("#ff2000", .basic, "\u{1B}[31mx\u{1B}[0m"),
            ("#20c0d0", .basic, "\u{1B}[36mx\u{1B}[0m"),
            ("#ffffff", .basic, "x"),
            ("#000000", .basic, "x"),
            ("#ff8700", .none, "x"),
        ])
    func colours(hex: String, mode: ColorMode, expected: String) {
        #expect(Style.rgb(hex).applied(to: "x", in: mode) == expected)
    }

    @Test(
        "An invalid colour is plain",
        arguments: ["", "red", "#fff", "#ff870", "#ff87000", "#+f8700", "ff8700", "#gg0000"])
    func notColours(hex: String) {
        #expect(Style.rgb(hex) == .plain)
    }

    @Test(
        "The mode follows the request, then NO_COLOR, then force, then the terminal",
        arguments: [
            (true, ["NO_COLOR": "1"], false, ColorMode.basic),
            (false, ["FORCE_COLOR": "3"], true, .none),
            (nil, ["NO_COLOR": "1", "FORCE_COLOR": "3", "TERM": "xterm"], true, .none),
            (nil, ["NO_COLOR": "", "TERM": "xterm"], true, .basic),
            (nil, ["FORCE_COLOR": "3"], false, .full),
            (nil, ["FORCE_COLOR": "0", "TERM": "xterm"], true, .none),
            (nil, ["CLICOLOR_FORCE": "1", "TERM": "xterm-256color"], false, .extended),
            (nil, ["CLICOLOR_FORCE": "0", "TERM": "xterm"], false, .none),
            (nil, ["CLICOLOR": "0", "TERM": "xterm"], true, .none),
            (nil, ["TERM": "dumb", "COLORTERM": "truecolor"], true, .none),
            (nil, [:], true, .none),
            (nil, ["TERM": "screen-256color"], true, .extended),
            (nil, ["TERM": "xterm-256color", "COLORTERM": "24bit"], true, .full),
            (nil, ["TERM": "xterm-256color"], false, .none),
        ] as [(Bool?, [String: String], Bool, ColorMode)])
    func deciding(forced: Bool?, environment: [String: String], isTerminal: Bool, expected: ColorMode) {
        #expect(ColorMode.decide(forced: forced, environment: environment, isTerminal: isTerminal) == expected)
    }
}
