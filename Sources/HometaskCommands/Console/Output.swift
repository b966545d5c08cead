// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTerminal

/// The output of a command: fitted to the terminal, coloured if the terminal supports it, and written in one call.
struct Output: Sendable {
    /// The maximum width of lines: the terminal's width in columns; unlimited if output goes elsewhere.
    let width: Int
    /// The width of pictures, maps and charts, in columns.
    let drawingWidth: Int
    let mode: ColorMode

    init(_ environment: CommandEnvironment, color: ColorChoice, settings: Settings) {
        width = TerminalSize.lineColumns(environment: environment.variables)
        drawingWidth = TerminalSize.columns(environment: environment.variables)
        let chosen = color == .auto ? settings.color : color
        mode = ColorMode.decide(
            forced: chosen == .auto ? nil : chosen == .always, environment: environment.variables,
            isTerminal: environment.isOutputTerminal)
    }

    /// Prints lines that are already safe for a terminal and styled.
    func print(_ lines: [String]) throws {
        var text: [UInt8] = []
        text.reserveCapacity(lines.reduce(0) { $0 + $1.utf8.count + 1 })
        for line in lines {
            text.append(contentsOf: line.utf8)
            text.append(UInt8(ascii: "\n"))
        }
        try StandardOutput.writeBytes(text)
    }

    /// Prints lines as ``print(_:)-([String])`` does, in a pager if they do not fit on the terminal.
    func page(_ lines: [String]) throws {
        if let pager = Pager(for: lines.count, .running), pager.show(lines.map { $0 + "\n" }.joined()) { return }
        try print(lines)
    }

    /// Prints text that is already safe for a terminal, line ends included.
    func printText(_ text: String) throws { try StandardOutput.writeText(text) }

    /// Prints one sentence, escaped and wrapped to the width.
    func say(_ sentence: String) throws {
        try print(TextWidth.wrapped(EscapedText.safe(sentence), to: width))
    }

    /// Prints a JSON value in canonical form.
    func print(_ json: JSON) throws {
        try StandardOutput.writeText(EscapedText.json(json.canonicalText))
    }

    /// Prints JSON objects in canonical form.
    ///
    /// - Parameter isList: whether to print an array even for a single object.
    func print(_ objects: [JSONObject], isList: Bool) throws {
        if !isList, let only = objects.first { return try print(JSON.object(only)) }
        try print(JSON.array(objects.map { .object($0) }))
    }

    /// Prints a remark to standard error, so that it does not mix with output that a program reads.
    func remark(_ sentence: String) {
        let width = TerminalSize.errorColumns(environment: CommandEnvironment.current?.variables ?? [:])
        let lines = TextWidth.wrapped(EscapedText.safe(sentence), to: width)
        StandardError.writeText(lines.map { $0 + "\n" }.joined())
    }
}
