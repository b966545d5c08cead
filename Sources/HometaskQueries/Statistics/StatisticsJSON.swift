// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Statistics as JSON, for programs.
///
/// An object: `by`, `since`, `until` (dates, omitted if not given), `open`, `done` (a tally), `lengths` (an array of
/// `{within, count}`: the number of tasks that took at most `within` seconds, and longer than the `within` of the
/// previous element; null in the last element), `members`, `categories`, `periods`. A tally: `count`, `due`, `onTime`,
/// `points`, `timed`, and `meanSeconds` and `halfWithinSeconds` if they are known.
public struct StatisticsJSON: Sendable {
    /// The object with the members listed above.
    public let value: JSONObject

    /// Formats the statistics for a request.
    public init(_ statistics: Statistics, _ request: StatisticsRequest) {
        var object: JSONObject = [
            "by": .string(request.step.rawValue), "open": Self.number(statistics.openCount),
            "done": .object(Self.tally(statistics.done)),
            "lengths": .array(
                statistics.done.lengths.map { length, count in
                    ["within": length.seconds.map { .number(JSONNumber($0)) } ?? .null, "count": Self.number(count)]
                }),
            "members": .array(
                statistics.members.map { Self.member($0, statistics.rank(of: $0), in: request) }),
            "categories": .array(
                statistics.categories.map { .object(Self.group($0, request.name(ofCategory: $0.subject))) }),
            "periods": .array(statistics.periods.map { Self.period($0, request) }),
        ]
        object["since"] = request.since.map { .string($0.description) }
        object["until"] = request.until.map { .string($0.description) }
        value = object
    }

    private static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

    private static func tally(_ tally: DoneTally) -> JSONObject {
        var object: JSONObject = [
            "count": number(tally.count), "due": number(tally.dueCount), "onTime": number(tally.onTimeCount),
            "points": number(tally.points), "timed": number(tally.timedCount),
        ]
        object["meanSeconds"] = tally.meanSeconds.map { .number(JSONNumber(Int64($0.rounded()))) }
        object["halfWithinSeconds"] = tally.halfWithin?.seconds.map { .number(JSONNumber($0)) }
        return object
    }

    private static func reference(to subject: Statistics.Subject, _ name: String) -> JSONObject {
        guard case .known(let id) = subject else {
            return ["id": .null, "name": subject == .none ? .null : .string(name)]
        }
        return ["id": .string(id.description), "name": .string(name)]
    }

    private static func group(_ group: Statistics.Group, _ name: String) -> JSONObject {
        var object = reference(to: group.subject, name)
        object["open"] = number(group.openCount)
        object["done"] = .object(tally(group.done))
        return object
    }

    private static func member(_ group: Statistics.Group, _ rank: Int?, in request: StatisticsRequest) -> JSON {
        var object = self.group(group, request.name(ofMember: group.subject))
        object["rank"] = rank.map(number)
        object["streak"] = group.streak.map {
            ["current": number($0.current), "longest": number($0.longest)]
        }
        return .object(object)
    }

    private static func period(_ period: Statistics.Period, _ request: StatisticsRequest) -> JSON {
        let cells = period.cells.map { cell -> JSON in
            var object = tally(cell.done)
            object["member"] = .object(reference(to: cell.member, request.name(ofMember: cell.member)))
            object["category"] = .object(reference(to: cell.category, request.name(ofCategory: cell.category)))
            return .object(object)
        }
        return [
            "from": .string(period.first.description), "to": .string(period.last.description),
            "done": .object(tally(period.done)), "cells": .array(cells),
        ]
    }
}
