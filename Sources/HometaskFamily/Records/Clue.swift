// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A clue of a hunt as stored in the document: in plain text, or encrypted.
public struct Clue: Hashable, Sendable, Identifiable {
    /// Its id, unique within the hunt; a hunt made from a template keeps the template's ids.
    public let id: String
    /// The points for solving the clue.
    public let points: Int
    /// The contents as stored in the document, visible to anybody who opens the file.
    public let body: Body

    /// The contents of a clue, readable or encrypted.
    public enum Body: Hashable, Sendable {
        /// The contents, readable for everybody who has the document.
        case open(ClueContent)
        /// The contents, encrypted with the code word of an earlier clue.
        case sealed(SealedClue)
    }

    /// Creates a clue; its id must be unique within the hunt, and its points must be 0 to 100,000.
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

    /// Points within the range of the schema: a document from elsewhere may contain any number.
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

/// The text of a clue, and how it is solved.
public struct ClueContent: Hashable, Sendable {
    /// The text that players read, line by line.
    public var text: [String]
    /// The place where a photo must be taken to solve the clue; nil if a photo cannot solve it.
    public var place: CluePlace?
    /// The check of the code word; nil if the clue has no code word.
    public var code: CodeCheck?

    /// Creates the content of a clue; if it has neither a place nor a code word, only an adult's confirmation solves
    /// it.
    public init(text: [String], place: CluePlace? = nil, code: CodeCheck? = nil) {
        self.text = text
        self.place = place
        self.code = code
    }

    /// Reads the content of a clue from the members of an item, or from decrypted data.
    public init(_ members: JSONObject) {
        text = members.strings("text")
        place = CluePlace(members["place"])
        code = CodeCheck(members["code"])
    }

    /// Its members, in the form used in an item and in encrypted data.
    public var members: JSONObject {
        var object: JSONObject = ["text": .array(text.map { .string($0) })]
        object["place"] = place?.json
        object["code"] = code?.json
        if place == nil, code == nil { object["approval"] = "adult" }
        return object
    }

    /// Its first line that is not blank.
    public var name: String { text.first { !$0.allSatisfy { $0.isWhitespace } } ?? "an empty clue" }
}

/// Where a clue is solved.
public struct CluePlace: Hashable, Sendable {
    /// The point from which a photo's distance is measured.
    public let coordinates: Coordinates
    /// The maximum distance of a photo from the point, in metres.
    public let within: Double

    /// Creates a place; the distance must be 0 to 100,000 metres, or it cannot be read back from a document.
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

/// The data for verifying a code word, which the document itself does not contain.
public struct CodeCheck: Hashable, Sendable {
    /// The salt for scrypt: 16 bytes in hexadecimal.
    public let salt: String
    /// The cost of scrypt: the binary logarithm of its parameter N.
    public let cost: Int
    /// The expected result, in hexadecimal.
    public let check: String

    /// Creates a check from values that were computed from a code word.
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

/// The contents of a clue, encrypted with the code word of an earlier one.
public struct SealedClue: Hashable, Sendable {
    /// The clue whose code word decrypts this one.
    public let opener: String
    /// The nonce, the ciphertext and the tag, in lower-case hexadecimal.
    public let data: String

    /// Creates a sealed clue from data that is already encrypted.
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
