// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension Reference {
    /// Returns the only document that matches the words.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    static func one<Thing: NamedThing>(
        named words: [String], among things: [Thing], noun: String, isTrash: Bool
    ) throws(ReplicaError) -> Thing {
        let found = try all(named: words, among: things, noun: noun, isTrash: isTrash)
        guard found.count == 1 else {
            throw ReplicaError(
                .invalidRequest, "‘\(words.joined(separator: " "))’ names \(found.count) \(noun)s, but one is expected")
        }
        return found[0]
    }

    /// Returns the documents that the words refer to: several ids, or one document by words. Each is included once, in
    /// the order of the words.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    static func all<Thing: NamedThing>(
        named words: [String], among things: [Thing], noun: String, isTrash: Bool
    ) throws(ReplicaError) -> [Thing] {
        var found: [Thing] = []
        for reference in try each(words, noun: noun) {
            let id = try reference.resolve(among: things, noun: noun, isTrash: isTrash)
            guard !found.contains(where: { $0.id == id }) else { continue }
            found += things.filter { $0.id == id }
        }
        return found
    }

    /// Resolves the reference, either among the things in the trash or among those outside it.
    ///
    /// - Parameters:
    ///   - noun: the noun for these things in errors, which is also the name of their command: `pin`.
    ///   - isTrash: whether to search the those in the trash instead.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous` with the candidates).
    func resolve(among things: [some NamedThing], noun: String, isTrash: Bool) throws(ReplicaError) -> DocumentID {
        let meant = things.filter { $0.isDeleted == isTrash }
        // Only tasks have numbers.
        let reference = if case .number(let number) = self { Reference.words("\(number)") } else { self }
        do {
            return try reference.resolve(
                among: meant.map { (id: $0.id, name: $0.name) },
                noun: isTrash ? "\(noun) in the trash" : noun)
        } catch {
            guard error.code == .notFound else { throw error }
            let others = things.filter { $0.isDeleted != isTrash }
                .map { (id: $0.id, name: $0.name) }
            if let id = try? reference.resolve(among: others, noun: noun),
                let other = others.first(where: { $0.id == id })
            {
                throw ReplicaError(
                    .notFound, "‘\(other.name)’ is \(isTrash ? "not " : "")in the trash",
                    hint: isTrash
                        ? "\(.listTrash(kind: noun)) shows the trash."
                        : "\(.restore(kind: noun, "#\(ShortIDs(things.map { $0.id })[id])")) restores it.")
            }
            throw ReplicaError(.notFound, error.message, hint: Self.listing(meant, noun, isTrash: isTrash))
        }
    }

    private static func listing(_ things: [some NamedThing], _ noun: String, isTrash: Bool) -> Hint {
        let action: SuggestedAction = isTrash ? .listTrash(kind: noun) : .list(kind: noun)
        let names = things.map { $0.name.count > 40 ? $0.name.prefix(39) + "…" : $0.name }.sorted()
        if names.isEmpty { return isTrash ? "There is none." : "There is none yet." }
        return names.count <= 5
            ? Self.listing(names.joined(separator: ", "), of: isTrash ? "\(noun) in the trash" : noun)
            : "\(action) shows all \(names.count)."
    }

    /// Returns one reference for each word if all are ids; otherwise a single reference by words.
    static func each(_ words: [String], noun: String) throws(ReplicaError) -> [Reference] {
        let references = words.flatMap { $0.split(separator: ",") }.compactMap { Reference(String($0)) }
        if references.count > 1, references.allSatisfy({ if case .idPrefix = $0 { true } else { false } }) {
            return references
        }
        guard let reference = Reference(words.joined(separator: " ")) else {
            throw ReplicaError(
                .invalidRequest, "no \(noun) was named",
                hint: "Name one by words of its name, or by # and the start of its id.")
        }
        return [reference]
    }
}

/// A document that users can refer to by name; it may be in the trash.
protocol NamedThing {
    var id: DocumentID { get }
    var name: String { get }
    var isDeleted: Bool { get }
}

extension CommentRecord: NamedThing {}
extension HuntRecord: NamedThing {}
extension NoteRecord: NamedThing {}
extension PinRecord: NamedThing {}
extension TemplateRecord: NamedThing {}
