// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What was begun and has not come back: each is good once and until a certain time, in memory.
///
/// It takes bounded space. If more are begun than fit, the oldest is forgotten.
struct OpenRequests<Name: Hashable & Sendable, Request: Sendable>: Sendable {
    private let capacity: Int
    private var open: [Name: (request: Request, expires: Timestamp)] = [:]
    /// The names, in the order in which they were begun.
    private var order: [Name] = []

    /// - Parameter capacity: the largest number that is kept.
    init(capacity: Int) { self.capacity = capacity }

    /// Keeps a request, and forgets those whose time is over, and others that it takes the place of.
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

    /// Takes a request out; nil if it is not here.
    mutating func end(_ name: Name) -> Request? { open.removeValue(forKey: name)?.request }
}
