// SPDX-License-Identifier: Apache-2.0

/// The fields of one document, each with a label and a value, as `show` prints them.
///
/// Labels and values are escaped with ``EscapedText`` here, before they are measured and before a style is applied;
/// line feeds in a value are kept.
public struct FieldBlock {
    private static let gap = 2
    private var fields: [(label: String, value: String, style: Style)] = []

    /// Creates a block without fields.
    public init() {}

    /// Adds a field below the others.
    public mutating func add(_ label: String, _ value: String, style: Style = .plain) {
        fields.append((EscapedText.safe(label), EscapedText.safe(value, keepsLines: true), style))
    }

    /// Returns the block as lines without line ends: the labels in one column, dim and at most a third of the width,
    /// and the values wrapped beside them.
    ///
    /// - Parameters:
    ///   - width: The width of the terminal in columns, at least 12.
    ///   - mode: The colour support of the output.
    public func lines(width: Int, mode: ColorMode) -> [String] {
        let width = max(width, 12)
        let widest = fields.map { TextWidth.columns($0.label) }.max() ?? 0
        let labelWidth = min(widest, width / 3)
        let indent = labelWidth + Self.gap
        return fields.flatMap { field in
            let label = TextWidth.fitted(field.label, to: labelWidth)
            let styledLabel = Style.dim.applied(to: label.text, in: mode)
            return TextWidth.wrapped(field.value, to: width - indent).enumerated().map { index, part in
                let value = field.style.applied(to: part, in: mode)
                let spaces = String(repeating: " ", count: index == 0 ? indent - label.columns : indent)
                let start = index == 0 ? styledLabel : ""
                return part.isEmpty ? start : start + spaces + value
            }
        }
    }
}
