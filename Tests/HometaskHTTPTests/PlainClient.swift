// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

@testable import HometaskHTTP

/// A browser without scripts: it opens plain pages and sends their forms.
struct PlainClient: Sendable {
    let server: TestServer
    let phone: TestPhone
    let member: DocumentID

    init(of member: DocumentID, at server: TestServer) async throws {
        (self.server, self.member) = (server, member)
        phone = try await server.phone(of: member)
    }

    var root: String { "/plain/\(phone.device)/" }

    /// Opens the page at a path below the root.
    func open(_ rest: String = "", _ headers: [String: String] = [:]) async throws -> PlainAnswer {
        let standard = ["Cookie": phone.cookie]
        return PlainAnswer(try await server.client.send("GET", root + rest, headers: standard.merging(headers) { $1 }))
    }

    /// Sends the fields of a form, as a browser does.
    func send(
        _ rest: String, _ fields: [(String, String)], headers: [String: String] = [:]
    ) async throws -> PlainAnswer {
        let standard = ["Cookie": phone.cookie, "Content-Type": "application/x-www-form-urlencoded"]
        let body = fields.map { "\(FormFields.encoded($0))=\(FormFields.encoded($1))" }.joined(separator: "&")
        return PlainAnswer(
            try await server.client.send(
                "POST", root + rest, headers: standard.merging(headers) { $1 }, body: Array(body.utf8)))
    }

    /// Adds a task with the form of a list.
    @discardableResult
    func add(_ line: String, to list: String = "all") async throws -> PlainAnswer {
        let id = try await open("?list=\(list)").hidden("id")
        return try await send("tasks", [("id", id), ("line", line), ("list", list)])
    }

    /// Ticks a task with the button in a list.
    func tick(_ task: DocumentID, _ name: String = "done", in page: PlainAnswer) async throws -> PlainAnswer {
        try await send("completions", [("version", page.hidden("version")), (name, "\(task)"), ("list", "all")])
    }

    /// Saves a task with its form, with these fields changed.
    func save(_ task: DocumentID, _ fields: [(String, String)], in page: PlainAnswer) async throws -> PlainAnswer {
        try await send("tasks/\(task)", [("version", page.hidden("version"))] + fields)
    }

    /// Returns the only task that a query finds.
    func task(_ query: String) async throws -> TaskRecord {
        let found = try await server.replica.list(query).tasks
        try #require(found.count == 1, "\(query) finds \(found.map(\.title))")
        return found[0]
    }
}

/// The response of a plain page.
struct PlainAnswer: Sendable {
    let answer: RawClient.Answer
    let text: String

    init(_ answer: RawClient.Answer) {
        self.answer = answer
        text = String(decoding: answer.body, as: UTF8.self)
    }

    var status: Int { answer.status }
    var location: String? { answer.header("location") }

    /// Returns the value of a hidden field; empty if there is none.
    func hidden(_ name: String) -> String {
        let start = "type=\"hidden\" name=\"\(name)\" value=\""
        guard let found = text.range(of: start) else { return "" }
        return String(text[found.upperBound...].prefix { $0 != "\"" })
    }

    func has(_ part: String) -> Bool { text.contains(part) }
}
