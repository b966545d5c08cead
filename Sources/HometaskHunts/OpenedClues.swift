// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// The clues of a hunt, with the contents that a device can read.
public struct OpenedClues: Sendable {
    /// The clues as stored in the document.
    public let clues: [Clue]
    /// The contents of the clues that can be read, by id.
    private var contents: [String: ClueContent] = [:]
    /// The clues that, after a merge, are sealed with a code word that their opener does not have.
    private var outdated: Set<String> = []

    /// Decrypts the clues for which there are keys.
    public init(_ clues: [Clue], with keys: ClueKeys) {
        self.clues = clues
        var sealed: [(id: String, SealedClue)] = []
        for clue in clues {
            switch clue.body {
            case .open(let content): contents[clue.id] = content
            case .sealed(let body): sealed.append((clue.id, body))
            }
        }
        // The check that is needed may itself be in a sealed clue, and after a merge the clues may be in any order.
        while true {
            let before = sealed.count
            sealed.removeAll { id, body in
                guard let check = contents[body.opener]?.code, let key = keys[check] else { return false }
                guard let content = key.open(body, of: id) else { return false }
                contents[id] = content
                return true
            }
            if sealed.isEmpty || sealed.count == before { break }
        }
        openOutdated(sealed, with: keys)
    }

    /// Decrypts the clues that are sealed with a code word which their opener no longer has, because another device
    /// changed the opener at the same time.
    private mutating func openOutdated(_ sealed: [(id: String, SealedClue)], with keys: ClueKeys) {
        for (id, body) in sealed {
            guard let content = keys.all.lazy.compactMap({ $0.open(body, of: id) }).first else { continue }
            contents[id] = content
            outdated.insert(id)
        }
    }

    /// Whether a clue is sealed with a code word that its opener no longer has.
    func isOutdated(_ clue: String) -> Bool { outdated.contains(clue) }

    /// Returns the contents of a clue; nil if it is sealed with a code word that this device does not know.
    public func content(of clue: String) -> ClueContent? { contents[clue] }

    /// Returns the number of the clue whose code word opens a sealed clue; nil if the clue is not sealed, or its opener
    /// was removed.
    public func opener(of clue: String) -> Int? {
        guard case .sealed(let body)? = clues.first(where: { $0.id == clue })?.body else { return nil }
        return number(of: body.opener)
    }

    /// Returns the number of a clue, counted from 1; nil if no clue has that id.
    public func number(of clue: String) -> Int? { clues.firstIndex { $0.id == clue }.map { $0 + 1 } }

    /// Tries code words on all clues that they may solve, and adds the keys of the matching words. Each attempt takes a
    /// few tenths of a second.
    ///
    /// - Returns: the numbers of the clues whose code words were found.
    /// - Throws: `ReplicaError` if this version does not support the cost of a check, or if there is too little memory.
    public static func unlock(_ clues: [Clue], with words: [CodeWord], keys: inout ClueKeys) throws -> [Int] {
        var found: Set<Int> = []
        var goesOn = true
        while goesOn {
            goesOn = false
            let opened = OpenedClues(clues, with: keys)
            for (place, clue) in clues.enumerated() {
                guard let check = opened.content(of: clue.id)?.code, !keys.knows(check),
                    let key = try Self.key(of: words, for: check)
                else { continue }
                keys.add(key, of: check)
                found.insert(place + 1)
                goesOn = true
            }
        }
        return found.sorted()
    }

    private static func key(of words: [CodeWord], for check: CodeCheck) throws -> ClueKey? {
        for word in words { if let key = try word.key(for: check) { return key } }
        return nil
    }
}
