// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskTime

// Requests about the family as a whole, based on the documents stored by `put`.

extension Engine {
    /// Stores documents, replacing earlier versions of them.
    func putDocument(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        var found: [(path: DocumentPath, bytes: [UInt8])] = []
        for json in try request.list("documents") {
            guard let text = json.stringValue else { throw EngineError(.request, "a document is a text") }
            let document = try EngineRequest.document(text)
            let path = document.kind == .family ? .family : DocumentPath(kind: document.kind, id: document.id)
            // Documents without a path in this version are skipped; the caller keeps them.
            if let path { found.append((path, Array(text.utf8))) }
        }
        for (path, bytes) in found { family.putFile(bytes, at: path) }
        return ["documents": .number(JSONNumber(family.documents.count))]
    }

    /// The tasks that match a query, in order.
    func list(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let member = request["member"] == nil ? nil : try request.id("member")
        let (text, now) = (try request.text("query"), try request.time("now"))
        let viewpoint: Viewpoint
        do throws(ReplicaError) {
            viewpoint = try Viewpoint(reading: family, member: member, now: now)
        } catch {
            throw EngineError(error)
        }
        let order = try request.optionalText("order").map { TaskOrder($0) }
        if order != nil, order == .some(nil) { throw EngineError(.refused, "the order cannot be understood") }
        let resolved = try resolveQuery(text, from: viewpoint)
        let listRequest = viewpoint.request(
            resolved.query(includesDone: request["done"] == true, now: now), order: order ?? nil,
            limit: try request.optionalCount("limit"))
        do throws(ReplicaError) {
            let list = try TaskList(listRequest, reading: family)
            return [
                "count": .number(JSONNumber(list.count)),
                "tasks": .array(list.tasks.map { .string($0.id.description) }),
            ]
        } catch {
            throw EngineError(error)
        }
    }

    /// The writes for a move of a task in the manual order.
    func move(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let (id, tail) = (try request.id("task"), try request.optionalCount("tail") ?? 0)
        let (before, after) = (try request.optionalID("before"), try request.optionalID("after"))
        let move = before.map { TaskMove.before($0) } ?? after.map { .after($0) } ?? .toTop
        do throws(ReplicaError) {
            guard let path = DocumentPath(kind: .task, id: id),
                let task = try family.readableMembers(at: path).flatMap({ TaskRecord($0) })
            else { throw ReplicaError(.notFound, "there is no task #\(id)") }
            var orders: [JSON] = []
            try ManualPlaces(reading: family).move(
                task, move, tail: { tail },
                write: { orders.append(["id": .string($0.description), "order": .string($1)]) })
            return ["orders": .array(orders)]
        } catch {
            throw EngineError(error)
        }
    }

    private func resolveQuery(_ text: String, from viewpoint: Viewpoint) throws(EngineError) -> ResolvedQuery {
        let syntax: QuerySyntax
        let scope: QueryScope
        do throws(QueryError) {
            syntax = try QueryParser.parse(text)
        } catch {
            throw EngineError(.refused, error.message, hint: error.hint?.description)
        }
        do throws(ReplicaError) {
            scope = try viewpoint.scope(of: syntax, reading: family)
        } catch {
            throw EngineError(error)
        }
        do throws(QueryError) {
            return try syntax.resolve(in: scope)
        } catch {
            throw EngineError(.refused, error.message, hint: error.hint?.description)
        }
    }

    /// The fields of a new task from a line such as `Milk @Tom due:fri +shopping`, parsed as by the command.
    func parseWords(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let member = request["member"] == nil ? nil : try request.id("member")
        let (line, now) = (try request.text("words"), try request.time("now"))
        do throws(ReplicaError) {
            let viewpoint = try Viewpoint(reading: family, member: member, now: now)
            let words = TaskLineTokenizer.words(in: line)
            let parsed = try ParsedTask(words, from: viewpoint)
            var answer: JSONObject = ["fields": .object(try parsed.fields(from: viewpoint, reading: family))]
            if let remainder = parsed.dateRemainder(among: words, from: viewpoint) {
                answer["remainder"] = ["field": .string(remainder.inLine), "text": .string(remainder.text)]
            }
            return answer
        } catch {
            throw EngineError(error)
        }
    }

    /// The folded words of a text, as compared by searches, joined: the form in which a hunt's code word is hashed.
    func fold(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let folded = SearchTokenizer(try request.text("text")).flatMap { $0.folded }
        return ["folded": .string(String(decoding: folded, as: UTF8.self))]
    }

    /// A recurrence rule, given in words or in the syntax of RFC 5545: in both forms, with its first due date.
    func readRule(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let (text, now) = (try request.text("text"), try request.time("now"))
        do throws(ReplicaError) {
            let rules = RuleParser(from: try Viewpoint(reading: family, member: nil, now: now))
            let (rule, due) = try rules.parse(text, from: Due(request["due"]))
            let notation = rule.description
            return ["rule": .string(notation), "words": .string(rules.words(for: notation)), "due": due.json]
        } catch {
            throw EngineError(error)
        }
    }

    /// Adds a time zone from its name and the bytes of its file (TZif, RFC 8536) in hexadecimal digits.
    ///
    /// On a machine with a time zone database, the bytes are only checked.
    func zone(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let (name, digits) = (try request.text("name"), Array(try request.text("tzif").utf8))
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) else {
                throw EngineError(.request, "‘tzif’ should be hexadecimal digits")
            }
            bytes.append(byte)
        }
        do throws(TimeZoneError) {
            #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
            _ = try TimeZoneRules(identifier: name, tzif: bytes)
            #else
            try TimeZoneRules.give(identifier: name, tzif: bytes)
            #endif
        } catch {
            throw EngineError(.request, "\(error)")
        }
        return [:]
    }
}
