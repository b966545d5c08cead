// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import TestSupport

/// A date of a plain task.
enum PlainDate: Sendable {
    case day(year: Int, month: Int, day: Int)
    case instant(Int64)
}

/// A task as a plain value, convertible to a document.
struct PlainTask: Sendable {
    var number = 0
    var title = ""
    var description: [String] = []
    var assignees: [Int] = []
    var category: Int?
    var tags: [String] = []
    var due: PlainDate?
    var wait: PlainDate?
    var after: [Int] = []
    /// 1 is low, 3 is high.
    var priority: Int?
    var points: Int?
    /// The interval between two nags, in hours.
    var nag: Int?
    /// The hour at which the photo's window opens.
    var windowHour: Int?
    var needsPhoto = false
    var needsApproval = false
    var pin: Int?
    /// The completion time that a verdict refers to, and whether the verdict approves it.
    var verdict: (of: Int64, isApproved: Bool)?
    var done: (at: Int64, by: Int?, hasPhoto: Bool)?
    var items: [String] = []
    var created: (at: Int64, by: Int?)?
    var isDeleted = false
    var hasConflict = false
    var hasPhotoDocument = false
    var hasNote = false

    var isOpen: Bool { done == nil }
    var id: DocumentID { .test(1000 + number) }

    /// The members of the task's document.
    var members: JSONObject {
        func id(_ number: Int) -> JSON { .string(DocumentID.test(number).description) }
        func time(_ seconds: Int64) -> JSON { .string(Timestamp(seconds: seconds).rfc3339) }
        func date(_ date: PlainDate) -> JSON {
            switch date {
            case .day(let year, let month, let day):
                ["date": .string(String(format: "%04d-%02d-%02d", year, month, day))]
            case .instant(let seconds): ["at": time(seconds)]
            }
        }
        var object: JSONObject = ["title": .string(title)]
        if !description.isEmpty { object["description"] = .array(description.map { .string($0) }) }
        if !assignees.isEmpty { object["assignees"] = .array(assignees.map(id)) }
        if !tags.isEmpty { object["tags"] = .array(tags.map { .string($0) }) }
        if !after.isEmpty { object["after"] = .array(after.map { id(1000 + $0) }) }
        if !items.isEmpty { object["items"] = .array(items.map { ["text": .string($0)] }) }
        object["category"] = category.map(id)
        object["due"] = due.map(date)
        object["wait"] = wait.map(date)
        object["priority"] = priority.map { .string(["low", "medium", "high"][$0 - 1]) }
        object["points"] = points.map { .number(JSONNumber($0)) }
        object["nag"] = nag.map { .string("PT\($0)H") }
        object["window"] = windowHour.map { ["from": .string("0\($0):00"), "to": "12:00"] }
        object["proof"] = needsPhoto ? "photo" : nil as JSON?
        object["approval"] = needsApproval ? "adult" : nil as JSON?
        object["verdict"] = verdict.map { ["approved": .bool($0.isApproved), "at": time($0.of), "of": time($0.of)] }
        object["place"] = pin.map { ["pin": id($0)] }
        object["deleted"] = isDeleted ? time(0) : nil as JSON?
        object["conflicts"] = hasConflict ? ["title": []] : nil as JSON?
        if let done {
            var completion: JSONObject = ["at": time(done.at)]
            completion["by"] = done.by.map(id)
            completion["photo"] = done.hasPhoto ? id(900) : nil as JSON?
            object["completion"] = .object(completion)
        }
        if let created {
            var value: JSONObject = ["at": time(created.at)]
            value["by"] = created.by.map(id)
            object["created"] = .object(value)
        }
        return object
    }
}

extension PlainTask {
    private static let words = ["milk", "Garden", "call the", "GRÖSSE", "größe", "dig", "oat", "and", "12:30"]

    /// A task with random values, with dates around now.
    static func random(_ number: Int, near now: Int64, using generator: inout SeededGenerator) -> PlainTask {
        func some<Value>(_ chance: Int, _ value: (inout SeededGenerator) -> Value) -> Value? {
            Int.random(in: 0..<10, using: &generator) < chance ? value(&generator) : nil
        }
        func date(_ generator: inout SeededGenerator) -> PlainDate {
            // The days that queries refer to, and adjacent ones.
            let near: [Int64] = [-14, -8, -7, -6, -3, -2, -1, 0, 0, 1, 2, 3, 4, 5, 7, 8]
            let days = near.randomElement(using: &generator) ?? 0
            if Bool.random(using: &generator) {
                let offset = [0, 1, -1, 3_600 * 3, -7_200].randomElement(using: &generator) ?? 0
                return .instant(now + days * 86_400 + Int64(offset))
            }
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            let day = Date(timeIntervalSince1970: Double(now + days * 86_400))
            let parts = calendar.dateComponents([.year, .month, .day], from: day)
            return .day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
        }
        func phrase(_ generator: inout SeededGenerator) -> String {
            (0..<Int.random(in: 1...3, using: &generator))
                .map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
        }
        var task = PlainTask(number: number, title: phrase(&generator))
        task.description = some(3) { [phrase(&$0), phrase(&$0)] } ?? []
        task.assignees =
            some(6) { generator in (1...4).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 } } ?? []
        task.category = some(5) { Int.random(in: 11...13, using: &$0) }
        task.tags =
            some(5) { generator in ["school", "Home", "none", "größe"].filter { _ in Bool.random(using: &generator) } }
            ?? []
        task.due = some(6, date)
        task.wait = some(3, date)
        task.after = some(3) { [Int.random(in: 0..<12, using: &$0), Int.random(in: 0..<14, using: &$0)] } ?? []
        task.priority = some(6) { Int.random(in: 1...3, using: &$0) }
        task.points = some(5) { Int.random(in: 0...6, using: &$0) }
        task.nag = some(4) { Int.random(in: 0...4, using: &$0) }
        task.windowHour = some(4) { Int.random(in: 5...9, using: &$0) }
        task.needsPhoto = some(3) { _ in true } ?? false
        task.pin = some(4) { Int.random(in: 21...24, using: &$0) }
        task.done = some(4) { generator in
            (
                now - Int64.random(in: -2...10, using: &generator) * 86_400
                    + Int64.random(in: -7_200...7_200, using: &generator),
                Bool.random(using: &generator) ? Int.random(in: 1...4, using: &generator) : nil,
                Bool.random(using: &generator)
            )
        }
        task.needsApproval = some(2) { _ in true } ?? false
        task.verdict = some(2) { generator in
            (of: Bool.random(using: &generator) ? task.done?.at ?? 0 : 0, isApproved: Bool.random(using: &generator))
        }
        task.items = some(3) { [phrase(&$0)] } ?? []
        task.created = some(9) { generator in
            (now - Int64.random(in: 0...12, using: &generator) * 86_400, Int.random(in: 1...4, using: &generator))
        }
        task.isDeleted = some(1) { _ in true } ?? false
        task.hasConflict = some(2) { _ in true } ?? false
        task.hasPhotoDocument = some(2) { _ in true } ?? false
        task.hasNote = some(2) { _ in true } ?? false
        return task
    }
}
