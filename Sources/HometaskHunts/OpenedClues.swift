// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// The clues of a hunt as far as a device can read them.
public struct OpenedClues: Sendable {
    /// The clues as stored in the document.
    public let clues: [Clue]
    /// What each clue says that can be read here.
    private var contents: [String: ClueContent] = [:]
    /// The sealed clues that another word opens than the one that should, by what was merged.
    private var outdated: Set<String> = []

    /// Opens what the keys open.
    public init(_ clues: [Clue], with keys: ClueKeys) {
        self.clues = clues
        var sealed: [(id: String, SealedClue)] = []
        for clue in clues {
            switch clue.body {
            case .open(let content): contents[clue.id] = content
            case .sealed(let body): sealed.append((clue.id, body))
            }
        }
        // A clue's check may itself be sealed by an earlier one, and merges put clues into any order.
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

    /// Opens what a word seals that its clue no longer has, because another device changed it at the same time.
    private mutating func openOutdated(_ sealed: [(id: String, SealedClue)], with keys: ClueKeys) {
        for (id, body) in sealed {
            guard let content = keys.all.lazy.compactMap({ $0.open(body, of: id) }).first else { continue }
            contents[id] = content
            outdated.insert(id)
        }
    }

    /// Whether a clue is sealed by the word by which it should not be any more.
    func isOutdated(_ clue: String) -> Bool { outdated.contains(clue) }

    /// The contents of a clue; nil if it is sealed with a code word that this device does not know.
    public func content(of clue: String) -> ClueContent? { contents[clue] }

    /// The number of the clue whose code word opens a sealed one; nil if the clue is not sealed, or that one is gone.
    public func opener(of clue: String) -> Int? {
        guard case .sealed(let body)? = clues.first(where: { $0.id == clue })?.body else { return nil }
        return number(of: body.opener)
    }

    /// The number of a clue, from 1; nil if no clue has that id.
    public func number(of clue: String) -> Int? { clues.firstIndex { $0.id == clue }.map { $0 + 1 } }

    /// Learns the keys of code words by trying each on every clue that it may solve: each trial takes some tenths of a
    /// second.
    ///
    /// - Returns: the clues whose code words these were, by number.
    /// - Throws: `ReplicaError` where a check asks for more work than this version does, or there is too little memory.
    public static func unlock(_ clues: [Clue], with words: [CodeWord], _ keys: inout ClueKeys) throws -> [Int] {
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
