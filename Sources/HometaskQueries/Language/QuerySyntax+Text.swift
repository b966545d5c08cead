// SPDX-License-Identifier: Apache-2.0

extension QuerySyntax: CustomStringConvertible {
    /// The query as text; parsing it gives an equal query.
    public var description: String { root.description }
}

extension QuerySyntax.Node: CustomStringConvertible {
    /// The part as text.
    public var description: String {
        switch kind {
        case .all(let nodes): nodes.map { $0.operand(in: .both) }.joined(separator: " ")
        case .any(let nodes): nodes.map { $0.operand(in: .either) }.joined(separator: " or ")
        case .not(let node): "not \(node.operand(in: .one))"
        case .text(let text): Self.word(text)
        case .flag(let flag): flag.rawValue
        case .tag(let value): "+\(value)"
        case .name(let value): "@\(value)"
        case .field(let field, let comparison, let values):
            field.name + comparison.rawValue + values.map { $0.description }.joined(separator: ",")
        case .near(let place, let distance):
            "\(QueryField.near.name):\(place)\(distance.map { "<\($0)" } ?? "")"
        }
    }

    /// The context of a part, which determines whether brackets are needed.
    private enum Position {
        case either, both, one
    }

    private func operand(in position: Position) -> String {
        let needsBrackets =
            switch kind {
            case .any: true
            case .all: position != .either
            default: false
            }
        return needsBrackets ? "(\(self))" : description
    }

    /// Formats a word, in quotes if it would be parsed differently without them.
    private static func word(_ text: String) -> String {
        let value = QuerySyntax.Value(text, isQuoted: true)
        // After the name of a field, a word that begins like a comparison would be read as one.
        guard let first = text.unicodeScalars.first, !"<>=!".unicodeScalars.contains(first),
            !QueryParser.mayBeField(text), QueryFlag.second(behind: text) == nil
        else { return "\(value)" }
        var parser = QueryParser(text)
        guard let syntax = try? parser.parse(), case .text(let read) = syntax.root.kind,
            read.utf8.elementsEqual(text.utf8), syntax.root.range == 0..<text.utf8.count, first != "\""
        else { return "\(value)" }
        return text
    }
}

extension QuerySyntax.Value: CustomStringConvertible {
    /// The value as text, in quotes if it was quoted.
    public var description: String {
        guard isQuoted else { return text }
        var quoted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.append(scalar)
        }
        return "\"\(String(quoted))\""
    }
}
