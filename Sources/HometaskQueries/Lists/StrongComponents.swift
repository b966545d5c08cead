// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The strongly connected components of a graph: the sets of nodes that are all reachable from each other.
///
/// Source: Robert Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1, 1972. This
/// implementation uses an explicit stack instead of recursion, since a chain of tasks may be arbitrarily long.
struct StrongComponents {
    /// The number of each node's component.
    private(set) var number: [DocumentID: Int] = [:]
    /// The nodes of each component, sorted; the components are in the order of their first nodes.
    private(set) var groups: [[DocumentID]] = []

    private struct Visit {
        let node: DocumentID
        var rest: [DocumentID]
    }

    private let edges: [DocumentID: Set<DocumentID>]
    private var index: [DocumentID: Int] = [:]
    private var low: [DocumentID: Int] = [:]
    private var stack: [DocumentID] = []
    private var visits: [Visit] = []

    init(of edges: [DocumentID: Set<DocumentID>]) {
        self.edges = edges
        for node in edges.keys.sorted() where index[node] == nil {
            enter(node)
            while !visits.isEmpty { step() }
        }
        groups.sort { $0[0] < $1[0] }
        for (place, group) in groups.enumerated() { for node in group { number[node] = place } }
    }

    private mutating func enter(_ node: DocumentID) {
        index[node] = index.count
        low[node] = index[node]
        stack.append(node)
        number[node] = -1
        visits.append(Visit(node: node, rest: (edges[node] ?? []).sorted(by: >)))
    }

    private mutating func step() {
        let node = visits[visits.count - 1].node
        guard let next = visits[visits.count - 1].rest.popLast() else { return leave(node) }
        if index[next] == nil {
            enter(next)
        } else if number[next] == -1 {
            lower(node, to: index[next])
        }
    }

    private mutating func leave(_ node: DocumentID) {
        visits.removeLast()
        if let parent = visits.last?.node { lower(parent, to: low[node]) }
        guard low[node] == index[node] else { return }
        var group: [DocumentID] = []
        repeat {
            group.append(stack.removeLast())
            number[group[group.count - 1]] = 0
        } while group.last != node
        groups.append(group.sorted())
    }

    private mutating func lower(_ node: DocumentID, to value: Int?) {
        if let value, let present = low[node] { low[node] = min(present, value) }
    }
}
