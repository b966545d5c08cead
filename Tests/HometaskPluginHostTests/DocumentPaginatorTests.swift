// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol
import Schemas
import Testing

@testable import HometaskPluginHost

@Suite("Documents read by a plugin")
struct DocumentPaginatorTests {
    private let reader = MemoryReader()
    private let ids = (1...5).map { DocumentID(randomBytes: ($0 << 32, 1)) }

    /// Five tasks, the last of which is in the trash.
    init() {
        for (number, id) in ids.enumerated() {
            reader.putMembers(.task, id, members: ["title": .string("Task \(number + 1)")])
        }
        reader.putMembers(.task, ids[4], members: ["title": "Task 5", "deleted": "2026-11-20T10:00:00Z"])
    }

    /// The titles on all pages that a plugin with access to tasks receives.
    private func titles(_ params: JSONObject) throws -> [String] {
        let paginator = DocumentPaginator(reader, granted: [.task])
        var (params, titles) = (params, [String]())
        params["kind"] = "task"
        // More pages than documents mean a repeated page.
        for _ in 0...ids.count {
            let page = try JSONObject.parse(paginator.page(params))
            titles += page["documents"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
            guard let next = page["next"] else { return titles }
            params["after"] = next
        }
        Issue.record("the pages do not end: \(titles)")
        return titles
    }

    private func named(_ numbers: Int...) -> JSON { .array(numbers.map { .string(ids[$0 - 1].description) }) }

    @Test("Documents of a kind that was not granted are not read", arguments: SchemaFiles.kinds + ["nonsense"])
    func kinds(_ kind: String) throws {
        let paginator = DocumentPaginator(reader, granted: [.task])
        if kind == "task" {
            #expect(throws: Never.self) { try paginator.page(["kind": "task"]) }
        } else {
            let error = #expect(throws: RPCError.self) { try paginator.page(["kind": .string(kind)]) }
            #expect(error?.kind == .forbidden)
        }
    }

    @Test("Each document is returned once for any page size, and requested ids in their order")
    func pages() throws {
        let all = ["Task 1", "Task 2", "Task 3", "Task 4"]
        for limit in 1...5 {
            let limit = JSON.number(JSONNumber(limit))
            #expect(try titles(["limit": limit]) == all)
            #expect(try titles(["limit": limit, "ids": named(3, 1, 2)]) == ["Task 3", "Task 1", "Task 2"])
        }
        #expect(try titles(["ids": named(3, 1, 2), "after": .string(ids[1].description)]) == [])
        #expect(try titles(["ids": named(3, 1), "after": .string(ids[3].description)]) == [])
    }

    @Test("Documents in the trash are returned only with the history")
    func trash() throws {
        #expect(try titles(["ids": named(4, 5)]) == ["Task 4"])
        #expect(try titles(["ids": named(4, 5), "history": true]) == ["Task 4", "Task 5"])
        #expect(try titles(["history": true]).count == 5)
    }

    @Test(
        "Members that an editor wrote after the merge history are returned, and the history is not",
        arguments: ["{\n    \"format\": 1\n  }", "{ \"format\": 1 }", "{}"])
    func memberAfterHistory(_ history: String) throws {
        let path = try #require(DocumentPath(kind: .task, id: ids[0]))
        for last in ["\"tags\": [\n    \"a\"\n  ]", "\"tags\": [\"a\"],\n  \"x\": {\n    \"a\": 1\n  }"] {
            let text = """
                {
                  "id": "\(ids[0])",
                  "kind": "task",
                  "~merge": \(history),
                  \(last)
                }

                """
            reader.putFile(Array(text.utf8), at: path)
            let paginator = DocumentPaginator(reader, granted: [.task])
            let page = try JSONObject.parse(paginator.page(["kind": "task", "ids": named(1)]))
            let document = try #require(page["documents"]?.arrayValue?.first)
            #expect(document["tags"] == ["a"])
            #expect(document["~merge"] == nil)
        }
    }
}
