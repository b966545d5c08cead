// SPDX-License-Identifier: Apache-2.0

/// The colours for members and categories: a small set of named, distinguishable colours.
///
/// Between any two of them the colour difference is at least ``leastDifference`` (CIEDE2000; Sharma, Wu and Dalal
/// 2005). With red-green colour blindness, it is at least ``leastSimulatedDifference`` (deuteranopia and protanopia as
/// simulated by Machado, Oliveira and Fernandes 2009). Against white, black and the dark grey #1e1e1e each has a
/// contrast of at least ``leastContrast`` (WCAG 2.2, 1.4.11), so that marks in these colours are visible on light and
/// dark backgrounds. A colour that a person chooses is kept as it is, whatever its properties.
public enum Palette {
    /// The minimum CIEDE2000 difference between two of the colours; from about 2, people can distinguish patches.
    public static let leastDifference = 17.0
    /// The minimum difference in a simulation of deuteranopia or protanopia.
    public static let leastSimulatedDifference = 6.5
    /// The minimum WCAG contrast ratio against a light or dark background.
    public static let leastContrast = 3.0

    /// A colour and its name.
    public struct Color: Hashable, Sendable {
        /// Its name, in lower case.
        public let name: String
        /// Red, green and blue in hexadecimal, `#e6194b`.
        public let code: String
        /// Its earlier code, in documents that were written with it.
        let formerCode: String

        func has(_ code: String) -> Bool { self.code == code || formerCode == code }
    }

    /// All colours, in the order in which they are assigned: each is as different as possible from those before it.
    public static let colors: [Color] = [
        Color(name: "blue", code: "#196ae4", formerCode: "#0072b2"),
        Color(name: "yellow", code: "#b48f00", formerCode: "#d4b600"),
        Color(name: "green", code: "#008964", formerCode: "#009e73"),
        Color(name: "red", code: "#cd1e3c", formerCode: "#d7263d"),
        Color(name: "sky", code: "#1f9ed1", formerCode: "#56b4e9"),
        Color(name: "pink", code: "#fe2a92", formerCode: "#e377c2"),
        Color(name: "brown", code: "#7b674a", formerCode: "#8c564b"),
        Color(name: "orange", code: "#b56a14", formerCode: "#e69f00"),
        Color(name: "teal", code: "#097680", formerCode: "#17a2a2"),
        Color(name: "purple", code: "#9c58b1", formerCode: "#8e44ad"),
        Color(name: "lime", code: "#70a04f", formerCode: "#7fb800"),
        Color(name: "grey", code: "#818288", formerCode: "#7f7f7f"),
    ]

    /// Returns the first unused colour; once all are used, the least used one.
    public static func next(after used: [String]) -> String {
        var counts: [String: Int] = [:]
        for code in used { counts[name(of: code), default: 0] += 1 }
        return colors.min { (counts[$0.name] ?? 0) < (counts[$1.name] ?? 0) }?.code ?? "#818288"
    }

    /// Returns the code for a palette name, or for `#rrggbb` or `#rgb`.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue`.
    public static func code(of text: String) throws(ReplicaError) -> String {
        let word = text.lowercased()
        if let color = colors.first(where: { $0.name == word || ($0.name == "grey" && word == "gray") }) {
            return color.code
        }
        let digits = word.dropFirst()
        let isHexadecimal = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard word.hasPrefix("#"), isHexadecimal, digits.count == 6 || digits.count == 3 else {
            throw ReplicaError(
                .invalidValue, "‘\(text)’ is not a colour",
                hint: "Give #rrggbb, or one of: \(colors.map { $0.name }.joined(separator: ", ")).")
        }
        return digits.count == 6 ? word : "#" + digits.map { "\($0)\($0)" }.joined()
    }

    /// Returns the name of a colour code in this or an earlier palette, or else the code.
    public static func name(of code: String) -> String {
        colors.first { $0.has(code.lowercased()) }?.name ?? code
    }
}
