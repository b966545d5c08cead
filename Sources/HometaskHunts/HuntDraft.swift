// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// The clues of a hunt while they are being edited: their contents, and the keys of their code words.
///
/// Invariant of the result: if the clues of a hunt are solved in order, a clue is sealed with the code word of the
/// nearest clue before it that has one. Clues that did not change keep their bytes, so that edits on two devices can be
/// merged.
public struct HuntDraft: Sendable {
    /// The name of the hunt in error messages.
    private let name: String
    /// The clues before the edit.
    private let opened: OpenedClues
    private var isFree = false
    private var entries: [Entry] = []
    /// The keys that this device knows, including those of the new code words.
    public private(set) var keys: ClueKeys

    private struct Entry: Sendable {
        let id: String
        var points: Int
        /// The contents; nil if this device cannot read them.
        var content: ClueContent?
    }

    /// Creates a draft without clues.
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

    /// The contents and the points of a clue that is added.
    public struct NewClue: Sendable {
        /// The text of the clue, one element per line.
        public var text: [String]
        /// The place near which a photo solves the clue.
        public var place: CluePlace?
        /// The code word that solves the clue.
        public var code: NewCode?
        /// The points for solving the clue.
        public var points: Int

        /// Creates a clue. With neither a place nor a code word, only an adult can mark it as solved.
        public init(text: [String], place: CluePlace? = nil, code: NewCode? = nil, points: Int = 0) {
            self.text = text
            self.place = place
            self.code = code
            self.points = points
        }
    }

    /// Changes to a clue; nil leaves a value unchanged.
    public struct ClueChange: Sendable {
        /// The new lines, which replace all old ones.
        public var text: [String]?
        /// The new way to solve the clue.
        public var solution: Solution?
        /// The points for solving the clue.
        public var points: Int?

        /// How a clue is solved.
        public enum Solution: Sendable {
            /// By a photo near a place.
            case place(CluePlace)
            /// By a code word.
            case code(NewCode)
            /// Only by an adult, who marks it as solved.
            case adult
        }

        /// Creates an empty change.
        public init() {}
    }

    /// Adds a clue at the end, or before another one, under an id that no other clue has.
    public mutating func add(_ clue: NewClue, id: String, before other: String? = nil) {
        let content = ClueContent(text: clue.text, place: clue.place, code: check(of: clue.code))
        let place = entries.firstIndex { $0.id == other } ?? entries.endIndex
        entries.insert(Entry(id: id, points: clue.points, content: content), at: place)
    }

    /// Changes a clue.
    ///
    /// - Throws: `ReplicaError` if this device cannot read the clue.
    public mutating func changeClue(_ id: String, _ change: ClueChange) throws {
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

    /// Removes a clue; does nothing if the hunt has none with this id.
    public mutating func remove(_ id: String) { entries.removeAll { $0.id == id } }

    /// Moves a clue before another one, or to the end.
    public mutating func move(_ id: String, before other: String?) {
        guard id != other, let place = entries.firstIndex(where: { $0.id == id }) else { return }
        let entry = entries.remove(at: place)
        entries.insert(entry, at: entries.firstIndex { $0.id == other } ?? entries.endIndex)
    }

    /// Sets whether the clues may be solved in any order. Without an order, no clue is sealed, because none comes
    /// first.
    public mutating func setFree(_ isFree: Bool) { self.isFree = isFree }

    private mutating func check(of code: NewCode?) -> CodeCheck? {
        if let code { keys.add(code.key, of: code.check) }
        return code?.check
    }

    /// Returns the clues for the document.
    ///
    /// - Throws: `ReplicaError` if a clue must be sealed again, but this device cannot read it or does not know the
    ///   code word that seals it.
    public func clues() throws -> [Clue] {
        var before = Before()
        return try entries.enumerated().map { place, entry in
            let clue = try clue(entry, at: place, after: before)
            if entry.content == nil { before.unreadable = place }
            if !isFree, let check = entry.content?.code { before.opener = (entry.id, check, place) }
            return clue
        }
    }

    /// The preceding clues that determine how a clue is sealed.
    private struct Before {
        /// The nearest clue with a code word, and its index.
        var opener: (id: String, check: CodeCheck, place: Int)?
        /// The index of the nearest clue that this device cannot read. It may have a code word.
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
            // The clue is sealed correctly. Sealing it again would change its bytes, because the nonce is random.
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

    /// Whether a sealed clue may stay as it is: its opener comes before it and has the same code word as before.
    private func canStay(_ clue: Clue, at place: Int) -> Bool {
        guard !isFree, case .sealed(let body) = clue.body else { return false }
        guard let opener = entries[..<place].first(where: { $0.id == body.opener }) else { return false }
        return opener.content == nil || opener.content?.code == opened.content(of: body.opener)?.code
    }

    /// Returns the numbers of the clues that were sealed before and are readable by everybody now.
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
