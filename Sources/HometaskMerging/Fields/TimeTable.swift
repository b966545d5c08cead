// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The times of the shown events: for each actor, the counters at which the time changes.
///
/// The writes of one command share a time, so a run of them takes one entry. `{"d4k2": {"3": "2025-11-21T09:31:40Z"}}`
/// says that event 3 of `d4k2`, and those after it up to the next entry, were written then.
struct TimeTable {
    private var runs: [ActorID: [(counter: Int64, time: Timestamp)]] = [:]

    /// Creates a table for writes. If one event was used at two times, the table has the later.
    init(_ writes: [Write]) {
        // Usually a document is new, and everything in it was written at once.
        if let first = writes.first, writes.allSatisfy({ $0.time == first.time && $0.dot.actor == first.dot.actor }) {
            runs = [first.dot.actor: [(counter: writes.map { $0.dot.counter }.min() ?? 0, time: first.time)]]
            return
        }
        var times: [Dot: Timestamp] = [:]
        for write in writes { times[write.dot] = max(times[write.dot] ?? write.time, write.time) }
        for (dot, time) in times.sorted(by: { $0.key < $1.key }) where runs[dot.actor]?.last?.time != time {
            runs[dot.actor, default: []].append((counter: dot.counter, time: time))
        }
    }

    /// Creates a table from its JSON; malformed entries are ignored.
    init(_ json: JSON?) {
        for (key, value) in json?.objectValue?.members ?? JSONObject().members {
            guard let actor = ActorID(key.string), let entries = value.objectValue else { continue }
            let run = entries.members.compactMap { entry -> (counter: Int64, time: Timestamp)? in
                guard let counter = Dot.counter(entry.0.string),
                    let time = entry.1.stringValue.flatMap({ Timestamp(rfc3339: $0) })
                else { return nil }
                return (counter: counter, time: time)
            }
            if !run.isEmpty { runs[actor] = run.sorted { $0.counter < $1.counter } }
        }
    }

    /// The time of an event; nil if it is not in the table.
    func time(of dot: Dot) -> Timestamp? {
        guard let run = runs[dot.actor] else { return nil }
        var (low, high) = (0, run.count)
        while low < high {
            let middle = (low + high) / 2
            if run[middle].counter <= dot.counter { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : run[low - 1].time
    }

    var json: JSON {
        .object(
            JSONObject(
                runs.sorted { $0.key < $1.key }.map { actor, run in
                    let entries = run.map { (String($0.counter), JSON.string($0.time.rfc3339)) }
                    return (actor.text, .object(JSONObject(entries.sorted { $0.0 < $1.0 })))
                }))
    }
}
