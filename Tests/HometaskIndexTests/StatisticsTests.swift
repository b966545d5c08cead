// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskIndex
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime
import TestSupport
import Testing

@Suite("Statistics from the index")
struct StatisticsTests {
    @Test("After random writes and damage, the index's counters match a full scan of the documents")
    func random() async throws {
        var seeds = SeededGenerator()
        var counted = 0
        for _ in 0..<SeededGenerator.runs(2) {
            let seed = seeds.next()
            let world = try await IndexWorld(seed: seed)
            for _ in 0..<30 {
                try await world.step()
                for _ in 0..<4 {
                    let (fault, count) = try await world.statisticsFault()
                    counted += count
                    guard let fault else { continue }
                    Issue.record("seed \(seed), \(seeds.note): \(fault)\n\(world.story.joined(separator: "\n"))")
                    return
                }
            }
        }
        #expect(counted > 5, "\(seeds.note): questions that count nothing show nothing")
    }

    @Test("Days before and after the whole months are counted, and no day twice")
    func ends() async throws {
        let world = try await IndexWorld(seed: 3)
        let zone = try TimeZoneRules(identifier: "Europe/Amsterdam")
        let start = try #require(CivilDate(iso: "2026-01-25"))
        _ = try await world.replica.write(command: nil) { transaction in
            for day in 0..<100 {
                let noon = CivilTime(date: start.adding(days: day), time: TimeOfDay(secondOfDay: 43_200))
                let completion: JSON = ["at": .string(zone.timestamp(of: noon).rfc3339)]
                _ = try transaction.create(
                    .task, id: transaction.newID(), fields: ["title": "x", "completion": completion])
            }
        }
        var request = StatisticsRequest(
            directory: try await world.replica.read { try FamilyDirectory(reading: $0) }, zone: zone, today: start)
        let index = FamilyIndex(in: world.folder.path + "/home/hometask")
        for (first, last) in (0..<100).flatMap({ first in [0, 3, 6, 7, 34, 35, 36, 66, 98].map { (first, $0) } }) {
            guard first <= last else { continue }
            request.since = start.adding(days: first)
            request.until = start.adding(days: last)
            request.step = .month
            let found = try await world.replica.read { [request] in try index.statistics(request, reading: $0) }
            #expect(found?.done.count == last - first + 1)
            #expect(found?.periods.reduce(0) { $0 + $1.done.count } == last - first + 1)
        }
    }
}

extension IndexWorld {
    /// Queries random statistics; returns any difference from the documents, and the number of completions.
    fileprivate func statisticsFault() async throws -> (fault: String?, count: Int) {
        let request = try await statisticsRequest()
        let index = FamilyIndex(in: folder.path + "/home/hometask")
        return try await read(someVersion()) { reader in
            let expected = try Statistics(request, reading: reader)
            guard let found = try index.statistics(request, reading: reader) else { return ("no answer", 0) }
            let asked = "by \(request.step) since \(request.since as Any) until \(request.until as Any)"
            return (found == expected ? nil : "\(found)\n, not \(expected)\n\(asked)", expected.done.count)
        }
    }

    private func statisticsRequest() async throws -> StatisticsRequest {
        let zone = try TimeZoneRules(identifier: chance(20) ? "America/New_York" : "Europe/Amsterdam")
        let today = zone.civil(at: Timestamp(seconds: now)).date
        var request = StatisticsRequest(
            by: pick(StatisticsStep.allCases) ?? .day,
            directory: try await replica.read { try FamilyDirectory(reading: $0) }, zone: zone, today: today,
            weekStart: pick([.monday, .saturday, .sunday]) ?? .monday)
        if chance(2) { request.since = today.adding(days: -Int.random(in: 0...(chance(2) ? 500 : 9), using: &random)) }
        if chance(3) { request.until = today.adding(days: Int.random(in: -3...(chance(2) ? 500 : 9), using: &random)) }
        if chance(4) { request.member = pick(members) }
        if chance(4) { request.category = pick(categories) }
        return request
    }
}
