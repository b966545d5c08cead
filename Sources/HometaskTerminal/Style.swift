// SPDX-License-Identifier: Apache-2.0

/// The style of text: attributes and a foreground colour, independent of the terminal's capabilities.
///
///     Style.bold.union(.red).applied(to: "overdue", in: mode)
public struct Style: Hashable, Sendable {
    private var attributes: Attributes = []
    private var foreground: Foreground?

    private struct Attributes: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let bold = Attributes(rawValue: 1)
        static let dim = Attributes(rawValue: 2)
        static let underline = Attributes(rawValue: 4)
        static let strikethrough = Attributes(rawValue: 8)
    }

    private init(attributes: Attributes = [], foreground: Foreground? = nil) {
        self.attributes = attributes
        self.foreground = foreground
    }

    /// No attribute and the terminal's own colour.
    public static let plain = Style()
    /// Bold, or bright on some terminals.
    public static let bold = Style(attributes: .bold)
    /// Fainter than the rest.
    public static let dim = Style(attributes: .dim)
    /// With a line below the text.
    public static let underline = Style(attributes: .underline)
    /// With a line through the text.
    public static let strikethrough = Style(attributes: .strikethrough)
    /// Colour 1 of the terminal's palette: red, in the shade that the terminal gives it.
    public static let red = Style(foreground: .named(1))
    /// Colour 2 of the terminal's palette: green, in the shade that the terminal gives it.
    public static let green = Style(foreground: .named(2))
    /// Colour 3 of the terminal's palette: yellow, in the shade that the terminal gives it.
    public static let yellow = Style(foreground: .named(3))
    /// Colour 4 of the terminal's palette: blue, in the shade that the terminal gives it.
    public static let blue = Style(foreground: .named(4))
    /// Colour 5 of the terminal's palette: magenta, in the shade that the terminal gives it.
    public static let magenta = Style(foreground: .named(5))
    /// Colour 6 of the terminal's palette: cyan, in the shade that the terminal gives it.
    public static let cyan = Style(foreground: .named(6))

    /// Returns the style for a colour in a document, `#rrggbb` with hexadecimal digits of either case; the nearest
    /// colour that the mode offers is shown. Any other text gives ``plain``, because an invalid colour in a document is
    /// not an error.
    public static func rgb(_ hex: String) -> Style {
        let digits = hex.utf8.dropFirst()
        guard hex.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let value = UInt32(hex.dropFirst(), radix: 16)
        else { return .plain }
        return Style(foreground: .mixed(RGB(value: value)))
    }

    /// Returns a style with the attributes of both, and with the colour of `other` if it has one, otherwise of this
    /// style.
    public func union(_ other: Style) -> Style {
        Style(attributes: attributes.union(other.attributes), foreground: other.foreground ?? foreground)
    }

    /// Returns `text` between the control sequences (ECMA-48, SGR) that turn this style on and off again.
    ///
    /// `text` must be escaped before, not after: ``EscapedText`` would make the sequences visible. The sequences have
    /// no width.
    public func applied(to text: String, in mode: ColorMode) -> String {
        let codes = codes(in: mode)
        if codes.isEmpty || text.isEmpty { return text }
        return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }

    private func codes(in mode: ColorMode) -> String {
        if mode == .none || self == .plain { return "" }
        var codes: [String] = []
        if attributes.contains(.bold) { codes.append("1") }
        if attributes.contains(.dim) { codes.append("2") }
        if attributes.contains(.underline) { codes.append("4") }
        if attributes.contains(.strikethrough) { codes.append("9") }
        if let code = foreground?.code(in: mode) { codes.append(code) }
        return codes.joined(separator: ";")
    }
}

private enum Foreground: Hashable, Sendable {
    /// The ECMA-48 number of the colour, from 1 for red to 6 for cyan.
    case named(UInt8)
    case mixed(RGB)

    func code(in mode: ColorMode) -> String? {
        switch (self, mode) {
        case (_, .none): nil
        case (.named(let number), _): "3\(number)"
        case (.mixed(let rgb), .basic): rgb.nearestNamed.map { "3\($0)" }
        case (.mixed(let rgb), .extended): "38;5;\(rgb.nearestIndexed)"
        case (.mixed(let rgb), .full): "38;2;\(rgb.red);\(rgb.green);\(rgb.blue)"
        }
    }
}
