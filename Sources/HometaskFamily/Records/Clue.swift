// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A clue of a hunt as stored in the document: in plain text, or encrypted.
public struct Clue: Hashable, Sendable, Identifiable {
    /// Its name, which no other clue of the hunt has; a hunt made from a template has the same ones.
    public let id: String
    /// The points for solving it.
    public let points: Int
    /// The contents as stored in the document, which anybody who opens the file sees.
    public let body: Body

    /// A clue that can be read, or that cannot yet.
    public enum Body: Hashable, Sendable {
        /// What it says, readable for everybody who has the document.
        case open(ClueContent)
        /// What it says, encrypted.
        case sealed(SealedClue)
    }

    /// Creates a clue; no other clue of the hunt may have its id, and its points go from 0 to 100,000.
    public init(id: String, points: Int, body: Body) {
        self.id = id
        self.points = points
        self.body = body
    }

    /// The clues in a document's member `clues`, in order; elements without an id are skipped.
    package static func all(_ json: JSON?) -> [Clue] {
        json?.arrayValue?.compactMap { item in
            guard let id = item["id"]?.stringValue, let members = item.objectValue else { return nil }
            let body = SealedClue(item["sealed"]).map { Body.sealed($0) } ?? .open(ClueContent(members))
            return Clue(id: id, points: points(item["points"]), body: body)
        } ?? []
    }

    /// Points as the schema has them: a document that came from elsewhere may hold any number.
    private static func points(_ json: JSON?) -> Int {
        json?.intValue.flatMap { (0...100_000).contains($0) ? $0 : nil } ?? 0
    }

    /// The clue as an item of the document.
    public var json: JSON {
        var object: JSONObject
        switch body {
        case .open(let content): object = content.members
        case .sealed(let sealed): object = ["sealed": sealed.json]
        }
        object["id"] = .string(id)
        if points > 0 { object["points"] = .number(JSONNumber(points)) }
        return .object(object)
    }
}

/// What a clue says, and how it is solved.
public struct ClueContent: Hashable, Sendable {
    /// What players read, line by line.
    public var text: [String]
    /// Where a photo must be taken to solve it; nil if no photo solves it.
    public var place: CluePlace?
    /// How its code word is checked; nil if none solves it.
    public var code: CodeCheck?

    /// A clue that an adult's word solves, unless there is something else.
    public init(text: [String], place: CluePlace? = nil, code: CodeCheck? = nil) {
        self.text = text
        self.place = place
        self.code = code
    }

    /// A clue from members of an item, or from what was sealed.
    public init(_ members: JSONObject) {
        text = members.strings("text")
        place = CluePlace(members["place"])
        code = CodeCheck(members["code"])
    }

    /// Its members, as they are written in an item and in what is sealed.
    public var members: JSONObject {
        var object: JSONObject = ["text": .array(text.map { .string($0) })]
        object["place"] = place?.json
        object["code"] = code?.json
        if place == nil, code == nil { object["approval"] = "adult" }
        return object
    }

    /// Its first line that says something.
    public var name: String { text.first { !$0.allSatisfy { $0.isWhitespace } } ?? "an empty clue" }
}

/// Where a clue is solved.
public struct CluePlace: Hashable, Sendable {
    /// The point that a photo's own place is measured from.
    public let coordinates: Coordinates
    /// How near to it a photo must be taken, in metres.
    public let within: Double

    /// Creates a place; a distance must be 0 to 100,000 metres to be read back from a document.
    public init(_ coordinates: Coordinates, within: Double) {
        self.coordinates = coordinates
        self.within = within
    }

    init?(_ json: JSON?) {
        guard let coordinates = Coordinates(json), let within = json?["within"]?.doubleValue,
            (0...100_000).contains(within)
        else {
            return nil
        }
        self.init(coordinates, within: within)
    }

    var json: JSON {
        guard var object = coordinates.location().objectValue else { return .null }
        object["within"] = JSONNumber(within).map { .number($0) }
        return .object(object)
    }
}

/// How a code word is checked without standing in the document.
public struct CodeCheck: Hashable, Sendable {
    /// What scrypt mixes with the word: 16 bytes in hexadecimal.
    public let salt: String
    /// How much work scrypt makes of it: the binary logarithm of its parameter N.
    public let cost: Int
    /// What must come out, in hexadecimal.
    public let check: String

    /// Creates a check from what was worked out of a code word.
    public init(salt: String, cost: Int, check: String) {
        self.salt = salt
        self.cost = cost
        self.check = check
    }

    init?(_ json: JSON?) {
        guard let salt = json?["salt"]?.stringValue, let cost = json?["cost"]?.intValue,
            let check = json?["check"]?.stringValue
        else { return nil }
        self.init(salt: salt, cost: cost, check: check)
    }

    var json: JSON {
        ["check": .string(check), "cost": .number(JSONNumber(cost)), "salt": .string(salt)]
    }
}

/// What a clue says, encrypted with the code word of an earlier one.
public struct SealedClue: Hashable, Sendable {
    /// The clue whose code word opens it.
    public let opener: String
    /// The nonce, the ciphertext and the tag, in lower-case hexadecimal.
    public let data: String

    /// Creates a sealed clue from what was encrypted already; nothing is encrypted here.
    public init(opener: String, data: String) {
        self.opener = opener
        self.data = data
    }

    init?(_ json: JSON?) {
        guard let opener = json?["by"]?.stringValue, let data = json?["data"]?.stringValue else { return nil }
        self.init(opener: opener, data: data)
    }

    var json: JSON { ["by": .string(opener), "data": .string(data)] }
}
