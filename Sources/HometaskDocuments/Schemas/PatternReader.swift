// SPDX-License-Identifier: Apache-2.0

/// Parses a regular expression.
struct PatternReader {
    private let source: String
    private let scalars: [Unicode.Scalar]
    private var place = 0
    private var depth = 0

    init(_ source: String) {
        self.source = source
        scalars = Array(source.unicodeScalars)
    }

    /// Parses the whole pattern; throws if it is invalid or uses unsupported syntax.
    mutating func read() throws(SchemaError) -> PatternNode {
        let node = try alternatives()
        if place < scalars.count { throw fault("a ‘)’ closes nothing") }
        return node
    }

    private func fault(_ reason: String) -> SchemaError {
        SchemaError("‘\(source.excerpt(limit: 60))’ is not a regular expression that can be used here: \(reason)")
    }

    private mutating func skipScalar(_ scalar: Unicode.Scalar) -> Bool {
        guard place < scalars.count, scalars[place] == scalar else { return false }
        place += 1
        return true
    }

    private mutating func next(_ lack: String) throws(SchemaError) -> Unicode.Scalar {
        guard place < scalars.count else { throw fault(lack) }
        defer { place += 1 }
        return scalars[place]
    }

    private mutating func alternatives() throws(SchemaError) -> PatternNode {
        var node = try sequence()
        while skipScalar("|") { node = .either(node, try sequence()) }
        return node
    }

    private mutating func sequence() throws(SchemaError) -> PatternNode {
        var nodes: [PatternNode] = []
        while place < scalars.count, scalars[place] != "|", scalars[place] != ")" {
            let node = try atom()
            nodes.append(try quantified(node))
        }
        return .sequence(nodes)
    }

    private mutating func quantified(_ node: PatternNode) throws(SchemaError) -> PatternNode {
        let (least, most): (Int, Int?)
        if skipScalar("*") {
            (least, most) = (0, nil)
        } else if skipScalar("+") {
            (least, most) = (1, nil)
        } else if skipScalar("?") {
            (least, most) = (0, 1)
        } else if skipScalar("{") {
            (least, most) = try counts()
        } else {
            return node
        }
        if case .assertion = node { throw fault("an assertion cannot be repeated") }
        // Whether a quantifier is lazy or greedy does not affect whether there is a match.
        _ = skipScalar("?")
        return .repeated(node, least: least, most: most)
    }

    private mutating func counts() throws(SchemaError) -> (Int, Int?) {
        let least = try count()
        var most: Int? = least
        if skipScalar(",") { most = skipScalar("}") ? nil : try count() }
        if most != nil, !skipScalar("}") { throw fault("a ‘{’ is not closed") }
        if let most, most < least { throw fault("\(least) is more than \(most)") }
        return (least, most)
    }

    private mutating func count() throws(SchemaError) -> Int {
        let start = place
        while place < scalars.count, ScalarClass.digit.contains(scalars[place]) { place += 1 }
        let digits = String(String.UnicodeScalarView(scalars[start..<place]))
        guard let number = Int(digits), number <= LinearPattern.mostSteps else {
            throw fault("a number up to \(LinearPattern.mostSteps) should follow ‘{’")
        }
        return number
    }

    private mutating func atom() throws(SchemaError) -> PatternNode {
        let scalar = try next("something is missing")
        switch scalar {
        case "^": return .assertion(.beginning)
        case "$": return .assertion(.end)
        case ".": return .one(.any)
        case "(": return try group()
        case "[": return .one(try bracket())
        case "\\":
            if skipScalar("b") { return .assertion(.wordBoundary) }
            if skipScalar("B") { return .assertion(.noWordBoundary) }
            return .one(try escape())
        case "*", "+", "?", "{", "}", "]": throw fault("a ‘\(scalar)’ that means itself is written ‘\\\(scalar)’")
        default: return .one(ScalarClass(scalar))
        }
    }

    private mutating func group() throws(SchemaError) -> PatternNode {
        depth += 1
        guard depth <= 50 else { throw fault("it nests more than 50 deep") }
        defer { depth -= 1 }
        if skipScalar("?") {
            let isNamed = skipScalar("<")
            if isNamed ? [nil, "=", "!"].contains(place < scalars.count ? scalars[place] : nil) : !skipScalar(":") {
                throw fault("lookahead and lookbehind are not supported")
            }
            if isNamed { while try next("a ‘<’ is not closed") != ">" {} }
        }
        let node = try alternatives()
        guard skipScalar(")") else { throw fault("a ‘(’ is not closed") }
        return node
    }

    private mutating func bracket() throws(SchemaError) -> ScalarClass {
        let isNegated = skipScalar("^")
        var all = ScalarClass()
        while !skipScalar("]") {
            let first = try member()
            guard place + 1 < scalars.count, scalars[place] == "-", scalars[place + 1] != "]" else {
                all.insert(first)
                continue
            }
            place += 1
            guard let from = first.scalar, let to = try member().scalar, from <= to else {
                throw fault("a range goes from one character to a later one")
            }
            all.insert(from...to)
        }
        return isNegated ? all.negated : all
    }

    private mutating func member() throws(SchemaError) -> ScalarClass {
        let scalar = try next("a ‘[’ is not closed")
        if scalar != "\\" { return ScalarClass(scalar) }
        if skipScalar("b") { return ScalarClass("\u{8}") }
        if skipScalar("-") { return ScalarClass("-") }
        return try escape()
    }

    private mutating func escape() throws(SchemaError) -> ScalarClass {
        let scalar = try next("nothing follows a ‘\\’")
        switch scalar {
        case "d": return .digit
        case "D": return .digit.negated
        case "w": return .word
        case "W": return .word.negated
        case "s": return .blank
        case "S": return .blank.negated
        case "t": return ScalarClass("\t")
        case "n": return ScalarClass("\n")
        case "r": return ScalarClass("\r")
        case "f": return ScalarClass("\u{C}")
        case "v": return ScalarClass("\u{B}")
        case "x": return ScalarClass(try hexadecimal(2))
        case "u": return ScalarClass(try skipScalar("{") ? hexadecimalInBraces() : hexadecimal(4))
        case "0" where !(place < scalars.count && ScalarClass.digit.contains(scalars[place])):
            return ScalarClass("\u{0}")
        default:
            if ScalarClass.word.contains(scalar) { throw fault("‘\\\(scalar)’ is not supported") }
            return ScalarClass(scalar)
        }
    }

    private mutating func hexadecimalInBraces() throws(SchemaError) -> Unicode.Scalar {
        let start = place
        while try next("a ‘{’ is not closed") != "}" {}
        return try scalar(scalars[start..<(place - 1)])
    }

    private mutating func hexadecimal(_ count: Int) throws(SchemaError) -> Unicode.Scalar {
        guard place + count <= scalars.count else { throw fault("\(count) hexadecimal digits are missing") }
        defer { place += count }
        return try scalar(scalars[place..<(place + count)])
    }

    private func scalar(_ digits: ArraySlice<Unicode.Scalar>) throws(SchemaError) -> Unicode.Scalar {
        let text = String(String.UnicodeScalarView(digits))
        let isHexadecimal = digits.allSatisfy { $0.properties.isASCIIHexDigit }
        guard isHexadecimal, let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else {
            throw fault("‘\(text.excerpt(limit: 10))’ is no character's number")
        }
        return scalar
    }
}
