// SPDX-License-Identifier: Apache-2.0

/// Colours the commits that are reachable from two sets of starts, newest first, until everything left to visit is
/// reachable from both.
///
/// libgit2's own walks trust the commits' clocks: a commit that claims to be newer than its child can be counted on the
/// wrong side. Here a late colour is propagated again, and the walk continues for a while after it could stop. Only
/// clocks that are wrong across hundreds of commits can falsify the result.
struct CommitWalk {
    struct Colours: OptionSet {
        let rawValue: UInt8
        static let left = Colours(rawValue: 1)
        static let right = Colours(rawValue: 2)
        static let both: Colours = [.left, .right]
    }

    private struct Node {
        let outline: CommitOutline
        var colours: Colours
        var isQueued = true

        var parents: [ObjectID] { outline.parents }
        var seconds: Int64 { outline.seconds }
    }

    /// The number of commits reachable from both sides that are visited after the last one that is not.
    private static let slack = 512

    private let known: (ObjectID) -> CommitOutline?
    private var nodes: [ObjectID: Node] = [:]
    private var queue = NewestFirst()
    /// The number of queued commits that are reachable from one side only.
    private var open = 0

    /// - Parameter known: returns the outline of a commit that need not be read.
    init(knowing known: @escaping (ObjectID) -> CommitOutline? = { _ in nil }) { self.known = known }

    mutating func run(_ repository: Repository, left: [ObjectID], right: [ObjectID]) throws(GitError) {
        for id in left { try colour(id, .left, in: repository) }
        for id in right { try colour(id, .right, in: repository) }
        var slack = Self.slack
        while let id = queue.pop() {
            guard var node = nodes[id] else { continue }
            node.isQueued = false
            nodes[id] = node
            slack = open > 0 ? Self.slack : slack - 1
            if slack == 0 { return }
            if node.colours != .both { open -= 1 }
            for parent in node.parents { try colour(parent, node.colours, in: repository) }
        }
    }

    /// Visits a commit and all its ancestors, in no particular order.
    mutating func visitAll(_ repository: Repository, from start: ObjectID) throws(GitError) {
        var open = [start]
        while let id = open.popLast() {
            if nodes[id] != nil { continue }
            let node = Node(outline: try outline(id, in: repository), colours: .left)
            nodes[id] = node
            open += node.parents
        }
    }

    private func outline(_ id: ObjectID, in repository: Repository) throws(GitError) -> CommitOutline {
        if let outline = known(id) { return outline }
        return try repository.commits.outline(id)
    }

    private mutating func colour(
        _ id: ObjectID, _ colours: Colours, in repository: Repository
    ) throws(GitError) {
        guard var node = nodes[id] else {
            let node = Node(outline: try outline(id, in: repository), colours: colours)
            nodes[id] = node
            queue.push(id, seconds: node.seconds)
            if colours != .both { open += 1 }
            return
        }
        let all = node.colours.union(colours)
        guard all != node.colours else { return }
        if node.isQueued { open -= 1 } else { queue.push(id, seconds: node.seconds) }
        node.colours = all
        node.isQueued = true
        nodes[id] = node
        if all != .both { open += 1 }
    }

    /// Returns the number of commits that are reachable from one side only, without merges.
    func changes(onlyOn side: Colours) -> Int {
        nodes.values.count { $0.colours == side && $0.parents.count < 2 }
    }

    func ids(onlyOn side: Colours) -> [ObjectID] { nodes.filter { $0.value.colours == side }.map(\.key) }

    /// Returns the outline of a visited commit; nil if the commit was not visited.
    func outline(_ id: ObjectID) -> CommitOutline? { nodes[id]?.outline }

    /// Orders commits: children before parents, otherwise newest first.
    func ordered(_ ids: [ObjectID]) -> [ObjectID] {
        var children: [ObjectID: Int] = Dictionary(uniqueKeysWithValues: ids.map { ($0, 0) })
        for id in ids { for parent in nodes[id]?.parents ?? [] { children[parent]? += 1 } }
        var ready = NewestFirst()
        for (id, count) in children where count == 0 { ready.push(id, seconds: nodes[id]?.seconds ?? 0) }
        var result: [ObjectID] = []
        while let id = ready.pop() {
            result.append(id)
            for parent in nodes[id]?.parents ?? [] {
                guard let count = children[parent] else { continue }
                children[parent] = count - 1
                if count == 1 { ready.push(parent, seconds: nodes[parent]?.seconds ?? 0) }
            }
        }
        return result
    }
}

/// A heap of commits, newest first. Equal times are ordered by id, so the order is deterministic.
private struct NewestFirst {
    private var heap: [(seconds: Int64, id: ObjectID)] = []

    private func precedes(_ a: Int, _ b: Int) -> Bool {
        (-heap[a].seconds, heap[a].id) < (-heap[b].seconds, heap[b].id)
    }

    mutating func push(_ id: ObjectID, seconds: Int64) {
        heap.append((seconds, id))
        var index = heap.count - 1
        while index > 0, precedes(index, (index - 1) / 2) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    mutating func pop() -> ObjectID? {
        guard let first = heap.first else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var index = 0
        while true {
            let child = 2 * index + 1
            var best = index
            if child < heap.count, precedes(child, best) { best = child }
            if child + 1 < heap.count, precedes(child + 1, best) { best = child + 1 }
            if best == index { return first.id }
            heap.swapAt(index, best)
            index = best
        }
    }
}
