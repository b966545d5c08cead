// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// The clues of a hunt while somebody writes them: what they say, and the keys of their code words.
///
/// Invariant of what it writes: in a hunt whose clues come one after the other, a clue is sealed by the code word of
/// the nearest clue before it that has one. Clues that did not change stay as they are, to the byte, so that edits made
/// on two devices join.
public struct HuntDraft: Sendable {
    /// How errors name the hunt.
    private let name: String
    /// The clues as they were.
    private let opened: OpenedClues
    private var isFree = false
    private var entries: [Entry] = []
    /// The keys that this device knows, those of the new code words among them.
    public private(set) var keys: ClueKeys

    private struct Entry: Sendable {
        let id: String
        var points: Int
        /// What it says; nil if that cannot be read here.
        var content: ClueContent?
    }

    /// A hunt without clues.
    public init() {
        name = ""
        keys = ClueKeys()
        opened = OpenedClues([], with: keys)
    }

    /// Creates a draft from a hunt's current clues.
    public init(of hunt: HuntRecord, with keys: ClueKeys) {
        let opened = OpenedClues(hunt.clues, with: keys)
        name = "#\(hunt.id.description.prefix(8))"
        self.keys = keys
        self.opened = opened
        isFree = hunt.isFree
        entries = hunt.clues.map { Entry(id: $0.id, points: $0.points, content: opened.content(of: $0.id)) }
    }

    /// A clue as somebody writes it.
    public struct NewClue: Sendable {
        /// What the clue says, one element for each line.
        public var text: [String]
        /// Where a photo solves it.
        public var place: CluePlace?
        /// The code word that solves it.
        public var code: NewCode?
        /// The points for solving it.
        public var points: Int

        /// Creates a clue; with neither a place nor a code word, only the word of an adult solves it.
        public init(text: [String], place: CluePlace? = nil, code: NewCode? = nil, points: Int = 0) {
            self.text = text
            self.place = place
            self.code = code
            self.points = points
        }
    }

    /// Changes to a clue; nil leaves a value unchanged.
    public struct ClueChange: Sendable {
        /// The new lines, in place of all old ones.
        public var text: [String]?
        /// How it is solved from now on.
        public var solution: Solution?
        /// The points for solving it.
        public var points: Int?

        /// How a clue is solved.
        public enum Solution: Sendable {
            /// By a photo near a place.
            case place(CluePlace)
            /// By a code word.
            case code(NewCode)
            /// By the word of an adult alone.
            case adult
        }

        /// A change of nothing.
        public init() {}
    }

    /// Puts a clue after the others, or before one.
    ///
    /// - Parameter id: a name for it that no other clue has.
    public mutating func add(_ clue: NewClue, id: String, before other: String? = nil) {
        let content = ClueContent(text: clue.text, place: clue.place, code: check(of: clue.code))
        let place = entries.firstIndex { $0.id == other } ?? entries.endIndex
        entries.insert(Entry(id: id, points: clue.points, content: content), at: place)
    }

    /// Changes a clue.
    ///
    /// - Throws: `ReplicaError` where it cannot be read here.
    public mutating func change(_ id: String, _ change: ClueChange) throws {
        guard let place = entries.firstIndex(where: { $0.id == id }) else { return }
        if let points = change.points { entries[place].points = points }
        if change.text == nil, change.solution == nil { return }
        guard var content = entries[place].content else { throw unreadable(place) }
        if let text = change.text { content.text = text }
        if let solution = change.solution {
            (content.place, content.code) = (nil, nil)
            switch solution {
            case .place(let place): content.place = place
            case .code(let code): content.code = check(of: code)
            case .adult: break
            }
        }
        entries[place].content = content
    }

    /// Takes a clue away.
    public mutating func remove(_ id: String) { entries.removeAll { $0.id == id } }

    /// Puts a clue before another one, or after all of them.
    public mutating func move(_ id: String, before other: String?) {
        guard id != other, let place = entries.firstIndex(where: { $0.id == id }) else { return }
        let entry = entries.remove(at: place)
        entries.insert(entry, at: entries.firstIndex { $0.id == other } ?? entries.endIndex)
    }

    /// Says whether the clues may be solved in any order. Then none is sealed, as none comes first.
    public mutating func setFree(_ isFree: Bool) { self.isFree = isFree }

    private mutating func check(of code: NewCode?) -> CodeCheck? {
        if let code { keys.add(code.key, of: code.check) }
        return code?.check
    }

    /// The clues as they are to stand in the document.
    ///
    /// - Throws: `ReplicaError` where a clue must be sealed again and cannot be read here, or where the code word that
    ///   seals it is not known here.
    public func clues() throws -> [Clue] {
        var before = Before()
        return try entries.enumerated().map { place, entry in
            let clue = try clue(entry, at: place, after: before)
            if entry.content == nil { before.unreadable = place }
            if !isFree, let check = entry.content?.code { before.opener = (entry.id, check, place) }
            return clue
        }
    }

    /// What comes before a clue.
    private struct Before {
        /// The nearest clue that has a code word, and where it stands.
        var opener: (id: String, check: CodeCheck, place: Int)?
        /// The nearest clue that cannot be read here: it may have a code word.
        var unreadable: Int?
    }

    private func clue(_ entry: Entry, at place: Int, after before: Before) throws -> Clue {
        func clue(_ body: Clue.Body) -> Clue { Clue(id: entry.id, points: entry.points, body: body) }
        let stored = opened.clues.first { $0.id == entry.id }
        guard let content = entry.content else {
            guard let stored, canStay(stored, at: place) else { throw unreadable(place) }
            return clue(stored.body)
        }
        let isAsItWas = content == opened.content(of: entry.id)
        if isAsItWas, !opened.isOutdated(entry.id), let stored, canStay(stored, at: place),
            case .sealed(let body) = stored.body,
            body.opener == before.opener?.id || before.unreadable != nil
        {
            // Sealed as it should be: the nonce is random, so the bytes stay.
            return clue(stored.body)
        }
        if isFree { return clue(.open(content)) }
        if let unreadable = before.unreadable, unreadable > before.opener?.place ?? -1 {
            throw self.unreadable(unreadable)
        }
        guard let opener = before.opener else { return clue(.open(content)) }
        guard let key = keys[opener.check] else {
            throw ReplicaError(
                .forbidden,
                "clue \(place + 1) has to be encrypted with the code word of clue \(opener.place + 1), which this device "
                    + "does not know",
                hint: "Enter it with \(.unlockHunt(name)).")
        }
        return clue(.sealed(try key.seal(content, of: entry.id, by: opener.id)))
    }

    /// Whether a sealed clue may stay as it is: what opens it comes before it, and by the same word as before.
    private func canStay(_ clue: Clue, at place: Int) -> Bool {
        guard !isFree, case .sealed(let body) = clue.body else { return false }
        guard let opener = entries[..<place].first(where: { $0.id == body.opener }) else { return false }
        return opener.content == nil || opener.content?.code == opened.content(of: body.opener)?.code
    }

    /// The clues that anybody can read from now on, and could not before, by number.
    public func opened(by clues: [Clue]) -> [Int] {
        clues.enumerated().compactMap { place, clue in
            guard case .open = clue.body, case .sealed? = opened.clues.first(where: { $0.id == clue.id })?.body else {
                return nil
            }
            return place + 1
        }
    }

    private func unreadable(_ place: Int) -> ReplicaError {
        let opener = opened.opener(of: entries[place].id)
        let number = opened.number(of: entries[place].id) ?? place + 1
        return ReplicaError(
            .forbidden,
            "clue \(number) is encrypted, and this device does not know the code word"
                + (opener.map { " of clue \($0)" } ?? ""),
            hint: "Enter it with \(.unlockHunt(name)).")
    }
}
