// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport

@testable import HometaskReminders

/// Random events in a world of devices.
extension ReminderWorld {
    /// The faults that may occur in a world.
    struct Conditions {
        var edits = true
        var sleeps = true
        var crashes = true
        var clocks = true
        var failures = true
        /// The average interval between a device's syncs, in half hours.
        var syncEvery = 4

        static let calm = Conditions(sleeps: false, crashes: false, clocks: false, failures: false, syncEvery: 1)
        static let rough = Conditions()
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

    /// Simulates a number of half hours.
    mutating func live(_ steps: Int, _ conditions: Conditions) throws {
        for _ in 0..<steps {
            now = now + 1_800
            for index in devices.indices where !devices[index].isGone {
                if conditions.clocks, chance(60) { setClock(index) }
                if conditions.sleeps, chance(30) {
                    devices[index].sleepsUntil = now + Int64.random(in: 1...40, using: &generator) * 1_800
                }
                if conditions.failures, chance(40) { broken[index] = broken[index] == nil ? ["email"] : nil }
                if devices[index].sleepsUntil > now { continue }
                if conditions.edits, chance(4) { edit(index) }
                if chance(conditions.syncEvery) { sync(index) }
                let crashes = conditions.crashes && chance(5)
                try remind(index, crashesAfter: crashes ? Int.random(in: 0...2, using: &generator) : nil)
            }
        }
    }

    private mutating func setClock(_ index: Int) {
        devices[index].skew =
            devices[index].skew == 0 ? Int64.random(in: -30...30, using: &generator) * 3_600 : 0
        jumps[index, default: 0] += 1
    }

    /// Changes or creates a task.
    mutating func edit(_ index: Int) {
        let id = DocumentID.test(100 + Int.random(in: 0..<8, using: &generator))
        guard let path = DocumentPath(kind: .task, id: id) else { return }
        var task = devices[index].known.documents[path] ?? ["title": "Bins", "due": due(index)]
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1, 2: task["due"] = due(index)
        case 3: task["completion"] = task["completion"] == nil ? ["at": .string(time(index).rfc3339)] : nil
        case 8: task["deleted"] = task["deleted"] == nil ? .string(time(index).rfc3339) : nil
        case 4: task["snooze"] = .string(later(index, 12).rfc3339)
        case 5: task["wait"] = task["wait"] == nil ? ["at": .string(later(index, 24).rfc3339)] : nil
        case 6: task["nag"] = task["nag"] == nil ? "PT2H" : nil
        case 7: task["assignees"] = chance(2) ? [Self.members.randomElement(using: &generator).json] : nil
        default:
            let other = DocumentID.test(100 + Int.random(in: 0..<8, using: &generator))
            task["after"] = other == id || task["after"] != nil ? nil : [other.json]
        }
        write(.task, id, members: task, on: index)
    }

    private mutating func later(_ index: Int, _ hours: Int64) -> Timestamp {
        time(index) + Int64.random(in: 0...hours * 2, using: &generator) * 1_800
    }

    private mutating func due(_ index: Int) -> JSON {
        if chance(4) { return ["date": .string(String(later(index, 48).rfc3339.prefix(10)))] }
        return ["at": .string(later(index, 36).rfc3339)]
    }
}

extension DocumentID? {
    var json: JSON { self?.json ?? .null }
}
