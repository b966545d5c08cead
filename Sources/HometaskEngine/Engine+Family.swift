// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskTime

// Requests about the family as a whole, from the documents that were put in.

extension Engine {
    /// Puts documents in, each in the place of an earlier version of it.
    func putDocument(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        var found: [(path: DocumentPath, bytes: [UInt8])] = []
        for json in try request.list("documents") {
            guard let text = json.stringValue else { throw EngineError(.request, "a document is a text") }
            let document = try EngineRequest.document(text)
            let path = document.kind == .family ? .family : DocumentPath(kind: document.kind, id: document.id)
            // What a later version keeps elsewhere is carried along by whoever keeps the documents.
            if let path { found.append((path, Array(text.utf8))) }
        }
        for (path, bytes) in found { family.putFile(bytes, at: path) }
        return ["documents": .number(JSONNumber(family.documents.count))]
    }

    /// The tasks that a query asks for, in order.
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
        let meaning = try meaning(of: text, from: viewpoint)
        let question = viewpoint.question(
            meaning.query(includesDone: request["done"] == true, now: now), order: order ?? nil,
            limit: try request.optionalCount("limit"))
        do throws(ReplicaError) {
            let list = try TaskList(question, reading: family)
            return [
                "count": .number(JSONNumber(list.count)),
                "tasks": .array(list.tasks.map { .string($0.id.description) }),
            ]
        } catch {
            throw EngineError(error)
        }
    }

    private func meaning(of text: String, from viewpoint: Viewpoint) throws(EngineError) -> ResolvedQuery {
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
            return try syntax.meaning(in: scope)
        } catch {
            throw EngineError(.refused, error.message, hint: error.hint?.description)
        }
    }

    /// The fields of a new task in a line such as `Milk @Tom due:fri +shopping`, as the command reads it.
    func parseWords(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let member = request["member"] == nil ? nil : try request.id("member")
        let (line, now) = (try request.text("words"), try request.time("now"))
        do throws(ReplicaError) {
            let viewpoint = try Viewpoint(reading: family, member: member, now: now)
            let words = try TaskWords(TaskWords.split(line), from: viewpoint)
            return ["fields": .object(try fields(of: words, viewpoint))]
        } catch {
            throw EngineError(error)
        }
    }

    private func fields(of words: TaskWords, _ viewpoint: Viewpoint) throws(ReplicaError) -> JSONObject {
        var fields: JSONObject = [:]
        let title = try words.value(.title, or: words.title.isEmpty ? nil : words.title) ?? ""
        guard !title.isEmpty else { throw ReplicaError(.invalidRequest, "the task has no title") }
        fields["title"] = .string(title)
        let parser = TaskValueParser(from: viewpoint)
        for field in TaskField.all where field != .title {
            let isGiven = !words.values(field).isEmpty
            switch field.values {
            case .tags, .members, .rule, .pin, .distance: continue
            case _ where field.isScalar:
                if let text = try words.value(field) {
                    fields[field.key.description] = try parser.value(text, of: field)
                }
            case _ where isGiven:
                throw ReplicaError(
                    .invalidRequest, "‘\(field.name):’ cannot be set here", hint: "Leave it out, and edit the task.")
            default: continue
            }
        }
        let tags = Set(words.tags + words.values(.tags).map { $0.hasPrefix("+") ? String($0.dropFirst()) : $0 })
        if !tags.isEmpty { fields["tags"] = .array(tags.sorted().map { .string($0) }) }
        var assignees = Set(words.assignees)
        for word in words.values(.assignees) { assignees.insert(try viewpoint.memberID(word)) }
        if !assignees.isEmpty { fields["assignees"] = .array(assignees.sorted().map { .string($0.description) }) }
        if let every = try words.value(.rule), every.lowercased() != "none" {
            let (rule, due) = try Self.rule(every, from: Due(fields["due"]), by: Self.rules(viewpoint))
            fields["repeat"] = .string(rule.description)
            fields["due"] = due.json
        }
        fields["place"] = try place(of: words)
        return fields
    }

    /// A recurrence rule in words or in the notation of RFC 5545: in both forms, and the first due date by it.
    func readRule(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let (text, now) = (try request.text("text"), try request.time("now"))
        do throws(ReplicaError) {
            let rules = Self.rules(try Viewpoint(reading: family, member: nil, now: now))
            let (rule, due) = try Self.rule(text, from: Due(request["due"]), by: rules)
            let notation = rule.description
            return ["rule": .string(notation), "words": .string(rules.words(for: notation)), "due": due.json]
        } catch {
            throw EngineError(error)
        }
    }

    private static func rules(_ viewpoint: Viewpoint) -> RuleParser {
        RuleParser(
            now: viewpoint.now, zone: viewpoint.zone, weekStart: viewpoint.weekStart,
            catchesUp: viewpoint.directory.family?.missed == "catch-up")
    }

    private static func rule(
        _ text: String, from due: Due?, by rules: RuleParser
    ) throws(ReplicaError) -> (RecurrenceRule, Due) {
        let (rule, time) = try rules.parseTimed(text)
        guard let time else { return (rule, try rules.firstDue(rule, from: due)) }
        return (rule, try rules.firstDue(rule, at: time, from: due, text: text))
    }

    private func place(of words: TaskWords) throws(ReplicaError) -> JSON? {
        guard let pin = try words.value(.pin) else {
            if words.values(.within).isEmpty { return nil }
            throw ReplicaError(.invalidRequest, "within: needs a pin", hint: "Name it with at:PIN.")
        }
        var metres: Double?
        if let within = try words.value(.within) { metres = try Distance.metres(within) }
        return Place(pin: try PinFinder(reading: family).pin([pin]).id, within: metres).json
    }

    /// Makes a time zone known: its name, and the bytes of its file (TZif, RFC 8536) in hexadecimal digits.
    ///
    /// Where the machine has a time zone database, the bytes are only checked.
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
            #if canImport(Glibc)
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
