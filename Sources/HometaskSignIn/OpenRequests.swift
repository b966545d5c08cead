// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// In-memory open requests, each of which can be used once, until it expires.
///
/// Space is bounded: at capacity, the oldest request is dropped.
struct OpenRequests<Name: Hashable & Sendable, Request: Sendable>: Sendable {
    private let capacity: Int
    private var open: [Name: (request: Request, expires: Timestamp)] = [:]
    /// The names, oldest first.
    private var order: [Name] = []

    /// - Parameter capacity: the maximum number of open requests.
    init(capacity: Int) { self.capacity = capacity }

    /// Adds a request, and drops expired requests and the request that it replaces.
    mutating func begin(
        _ request: Request, as name: Name, at now: Timestamp, until expires: Timestamp,
        insteadOf isReplaced: (Request) -> Bool = { _ in false }
    ) {
        open = open.filter { $0.value.expires > now && !isReplaced($0.value.request) }
        order.removeAll { open[$0] == nil }
        open[name] = (request, expires)
        order.append(name)
        for oldest in order.dropLast(capacity) { open[oldest] = nil }
        order = order.suffix(capacity)
    }

    /// Removes and returns a request; returns nil if it is absent.
    mutating func end(_ name: Name) -> Request? { open.removeValue(forKey: name)?.request }
}
