// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Call {
    /// Returns keys for parts of a file that have no ids: the contents of the part, and the number of equal parts
    /// before it.
    ///
    /// A part whose task is done has the key of its open state if a task with that key exists. Among equal parts, tasks
    /// that are done here come first, so that a reordered file does not complete another task.
    public func keys(of parts: [ContentPart], prefix: String) throws -> [String] {
        var free = try FreeKeys(of: parts, prefix: prefix, for: self)
        var keys = [String](repeating: "", count: parts.count)
        for (index, part) in parts.enumerated() where !part.whileOpen.isEmpty {
            keys[index] =
                free.takeKey([part.content], [.done, .open]) ?? free.takeKey(part.whileOpen, [.done])
                ?? free.takeKey(part.whileOpen, [.open]) ?? free.next(part.content)
        }
        for (index, part) in parts.enumerated() where part.whileOpen.isEmpty {
            keys[index] =
                free.takeKey([part.content], [.open]) ?? free.takeKey([part.content], [.done])
                ?? free.next(part.content)
        }
        return keys
    }
}

/// The keys that have not been given to a part of the file yet.
private struct FreeKeys {
    /// The state of the task with a key in the family.
    enum State {
        case open, done, nothing
    }

    /// The keys for the contents, current or former, of parts whose tasks are done; in order.
    private var known: [[UInt8]: [(key: String, state: State)]] = [:]
    /// The keys for all other contents.
    private var others: ContentKeys

    init(of parts: [ContentPart], prefix: String, for call: Call) throws {
        others = ContentKeys(prefix: prefix)
        let sought = Set(parts.lazy.filter { !$0.whileOpen.isEmpty }.flatMap(\.contents))
        if sought.isEmpty { return }
        var keys = ContentKeys(prefix: prefix)
        var made: [(content: [UInt8], key: String, id: DocumentID)] = []
        for part in parts {
            for content in Set(part.contents).intersection(sought) {
                let key = keys.next(content)
                made.append((content, key, try call.id(ofKey: key)))
            }
        }
        var states: [DocumentID: State] = [:]
        for task in try call.documents(.task, ids: Set(made.map(\.id)).sorted(), history: true) {
            guard let id = task["id"]?.stringValue.flatMap({ DocumentID($0) }) else { continue }
            states[id] = task["completion"] == nil ? .open : .done
        }
        for (content, key, id) in made { known[content, default: []].append((key, states[id] ?? .nothing)) }
    }

    /// Takes the first key for any of the given contents whose task exists in one of the given states.
    mutating func takeKey(_ contents: [[UInt8]], _ states: Set<State>) -> String? {
        for content in contents {
            guard let index = known[content]?.firstIndex(where: { states.contains($0.state) }) else { continue }
            return known[content]?.remove(at: index).key
        }
        return nil
    }

    /// Takes the first key for the given content that no task has.
    mutating func next(_ content: [UInt8]) -> String { takeKey([content], [.nothing]) ?? others.next(content) }
}

/// Keys for the parts of a file that have no ids: the contents, and the number of equal parts before it. The same file
/// gives the same keys, even after parts are appended.
public struct ContentKeys {
    private let prefix: String
    private var counts: [DocumentID: Int] = [:]

    /// Creates keys with a prefix, which separates the parts of one kind from others.
    public init(prefix: String) {
        self.prefix = prefix
    }

    /// Returns the key of the next part, with the given bytes.
    public mutating func next(_ bytes: [UInt8]) -> String {
        let digest = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: bytes)
        let count = counts[digest, default: 0]
        counts[digest] = count + 1
        return "\(prefix)/\(digest)/\(count)"
    }
}

/// A part of a file that becomes a task and has no id: it is identified by its contents.
public struct ContentPart: Hashable, Sendable {
    /// The bytes from which the key is made; equal parts have equal bytes.
    public let content: [UInt8]
    /// For a part whose task is done: the possible contents while the task was open. Empty for an open task.
    public let whileOpen: [[UInt8]]

    /// Creates a part from its contents.
    public init(_ content: [UInt8], whileOpen: [[UInt8]]) {
        self.content = content
        self.whileOpen = whileOpen
    }

    var contents: [[UInt8]] { [content] + whileOpen }
}
