// SPDX-License-Identifier: Apache-2.0

import HometaskTerminal

/// A line such as `hometask done [--by <member>] <references> ...`, wrapped to a width only between its parts.
struct UsageLine {
    /// The words of the command, and its options and arguments, each unbroken: `[--by <member>]`.
    let parts: [String]

    init(_ text: String) {
        var parts: [String] = []
        var depth = 0
        for word in text.split(separator: " ") {
            let isValue =
                word.hasPrefix("<") && parts.last?.hasPrefix("-") == true && parts.last?.contains(" ") == false
            if let last = parts.last, depth > 0 || word == "..." || isValue {
                parts[parts.count - 1] = "\(last) \(word)"
            } else {
                parts.append(String(word))
            }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        self.parts = parts
    }

    /// Returns the lines: the first one after a label such as `USAGE: `, the others indented to the end of the label.
    func lines(after label: String, width: Int) -> [String] {
        var lines = [label]
        let margin = String(repeating: " ", count: width >= 40 ? label.count : 2)
        var isFirst = true
        for part in parts {
            let line = lines[lines.count - 1]
            if isFirst {
                lines[lines.count - 1] = line + part
            } else if TextWidth.columns(line) + 1 + TextWidth.columns(part) <= width {
                lines[lines.count - 1] = "\(line) \(part)"
            } else {
                lines.append(margin + part)
            }
            isFirst = false
        }
        return lines.flatMap { TextWidth.columns($0) <= width ? [$0] : TextWidth.wrapped($0, to: width) }
    }
}
