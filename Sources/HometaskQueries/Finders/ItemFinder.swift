// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds checklist items by reference: by their numbers in the checklist, by words of the text, or by `#` and the whole
/// id.
public struct ItemFinder: Sendable {
    /// The items, in the checklist's order.
    public let items: [TaskItem]
    private let title: String
    private let owner: ChecklistOwner?
    private let prefersDone: Bool

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - items: the whole checklist, in its order, from which the numbers follow.
    ///   - title: the name of the task or the note, for errors.
    ///   - owner: the document, for advice about an empty checklist.
    ///   - prefersDone: if words match several items, whether to prefer the only ticked item to the only open one.
    public init(
        _ items: [TaskItem], of title: String, owner: ChecklistOwner? = nil, prefersDone: Bool = false
    ) {
        self.items = items
        self.title = title
        self.owner = owner
        self.prefersDone = prefersDone
    }

    /// Returns the items that the words refer to: several numbers, ranges (`2-4`) and ids, or one item by words of its
    /// text.
    ///
    /// - Returns: each item once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func items(_ words: [String]) throws(ReplicaError) -> [TaskItem] {
        let parts = words.flatMap { $0.split(separator: ",").map(String.init) }
        guard !parts.isEmpty, parts.allSatisfy(isNoText) else { return [try item(called: words)] }
        var found: [TaskItem] = []
        for part in parts {
            for item in try named(part) ?? [] where !found.contains(item) { found.append(item) }
        }
        return found
    }

    /// Whether a word is a number, a range (even an invalid one), or the id of an item.
    private func isNoText(_ word: String) -> Bool {
        if case .number = Reference(word) { return true }
        if word.hasPrefix("#") { return items.contains { $0.id == word.dropFirst() } }
        do { return try TaskFinder.range(word) != nil } catch { return true }
    }

    /// Returns the only item that matches the words.
    public func item(_ words: [String]) throws(ReplicaError) -> TaskItem {
        let found = try items(words)
        guard found.count == 1 else {
            throw ReplicaError(
                .invalidRequest,
                "‘\(words.joined(separator: " "))’ names \(found.count) items, but one is expected",
                hint: "Name one only, by its number or by words of its text.")
        }
        return found[0]
    }

    /// Returns the items that a number, a range or an id refers to; nil if the word can only be part of an item's text.
    private func named(_ word: String) throws(ReplicaError) -> [TaskItem]? {
        if let range = try TaskFinder.range(word) {
            return try range.map { number throws(ReplicaError) in try item(number: number) }
        }
        switch Reference(word) {
        case .number(let number): return [try item(number: number)]
        default: break
        }
        guard word.hasPrefix("#"), word.utf8.count > 1 else { return nil }
        let id = String(word.dropFirst())
        return items.filter { $0.id == id }.first.map { [$0] }
    }

    private func item(number: Int) throws(ReplicaError) -> TaskItem {
        guard items.indices.contains(number - 1) else {
            throw ReplicaError(
                .notFound, "no item of \(Quotation.of(title)) has the number \(number)", hint: hint,
                candidates: candidates(items))
        }
        return items[number - 1]
    }

    private func item(called words: [String]) throws(ReplicaError) -> TaskItem {
        guard let reference = Reference(words.joined(separator: " ")) else {
            throw ReplicaError(.invalidRequest, "no item was named", hint: hint, candidates: candidates(items))
        }
        let name = "\(reference)"
        let found = NameMatch(name).best(of: items, name: { $0.text })
        if found.count == 1 { return found[0] }
        let preferred = found.filter { $0.isDone == prefersDone }
        if preferred.count == 1 { return preferred[0] }
        if found.isEmpty {
            throw ReplicaError(
                .notFound, "no item of \(Quotation.of(title)) is called ‘\(name)’", hint: hint,
                candidates: candidates(items))
        }
        throw ReplicaError(
            .ambiguous, "‘\(name)’ matches \(found.count) items of \(Quotation.of(title)); nothing was changed",
            hint: "Give more words, or name one by its number.", candidates: candidates(found))
    }

    private var hint: Hint {
        items.isEmpty
            ? owner.map { "It has no checklist yet: \(.addItem(to: $0)) begins one." } ?? "It has no checklist yet."
            : "Name an item by its number, or by words of its text."
    }

    /// At most ten items with their numbers, as candidates.
    private func candidates(_ some: [TaskItem]) -> [String] {
        let numbered = items.enumerated().filter { some.contains($0.element) }
        let lines = numbered.prefix(10).map { "\($0.offset + 1)  \($0.element.text)" }
        return lines + (numbered.count > 10 ? ["… and \(numbered.count - 10) more"] : [])
    }
}
