// SPDX-License-Identifier: Apache-2.0

/// The colours that members and categories get: few, named, and far enough apart to be told from each other.
public enum Palette {
    /// A colour with the name people call it by.
    public struct Color: Hashable, Sendable {
        /// Its name, in lower case.
        public let name: String
        /// Red, green and blue in hexadecimal, `#e6194b`.
        public let code: String
    }

    /// All of them, in the order they are handed out: each as unlike those before it as can be.
    public static let colors: [Color] = [
        Color(name: "blue", code: "#0072b2"), Color(name: "orange", code: "#e69f00"),
        Color(name: "green", code: "#009e73"), Color(name: "red", code: "#d7263d"),
        Color(name: "purple", code: "#8e44ad"), Color(name: "sky", code: "#56b4e9"),
        Color(name: "yellow", code: "#d4b600"), Color(name: "pink", code: "#e377c2"),
        Color(name: "brown", code: "#8c564b"), Color(name: "teal", code: "#17a2a2"),
        Color(name: "lime", code: "#7fb800"), Color(name: "grey", code: "#7f7f7f"),
    ]

    /// The first colour that is not among the used ones; after the last it begins anew with the least used.
    public static func next(after used: [String]) -> String {
        var counts: [String: Int] = [:]
        for code in used { counts[code.lowercased(), default: 0] += 1 }
        return colors.min { (counts[$0.code] ?? 0) < (counts[$1.code] ?? 0) }?.code ?? "#7f7f7f"
    }

    /// The code that a person means by a name of the palette or by `#rrggbb` or `#rgb`.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue`.
    public static func code(of text: String) throws -> String {
        let word = text.lowercased()
        if let color = colors.first(where: { $0.name == word || ($0.name == "grey" && word == "gray") }) {
            return color.code
        }
        let digits = word.dropFirst()
        let isHexadecimal = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard word.hasPrefix("#"), isHexadecimal, digits.count == 6 || digits.count == 3 else {
            throw ReplicaError(
                .invalidValue, "‘\(text)’ is not a colour",
                hint: "Give #rrggbb, or one of: \(colors.map(\.name).joined(separator: ", ")).")
        }
        return digits.count == 6 ? word : "#" + digits.map { "\($0)\($0)" }.joined()
    }

    /// The name of a code that is in the palette, else the code.
    public static func name(of code: String) -> String {
        colors.first { $0.code == code.lowercased() }?.name ?? code
    }
}
