// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

@testable import HometaskHTTP

@Suite("Words of plain pages")
struct PlainWordsTests {
    @Test("A task that was deleted while a form edited it is kept or deleted by a button, and each choice is in words")
    func deletedApart() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            for (choice, title) in [("0", "Fence"), ("1", "Shed")] {
                try await mia.add(title)
                let id = try await mia.task(title).id
                let form = try await mia.open("tasks/\(id)")
                _ = try await server.replica.write(command: "delete") {
                    try $0.trash.delete(#require(DocumentPath(kind: .task, id: id)), called: title)
                }
                #expect(try await mia.save(id, [("tags", "wood")], in: form).status == 303)
                let page = try await mia.open("tasks/\(id)", ["Accept-Language": "de"])
                #expect(page.has("<h2>Widersprüchliche Änderungen: Papierkorb</h2>"))
                #expect(page.has("<bdi>Behalten, mit den Änderungen</bdi>"))
                #expect(page.text.firstMatch(of: /<bdi>Gelöscht am \d{4}-\d\d-\d\d \d\d:\d\d<\/bdi>/) != nil)
                let fields = [("version", page.hidden("version")), ("field", "deleted")]
                #expect(try await mia.send("tasks/\(id)/conflicts", fields + [("choice", "2")]).status == 400)
                for _ in 0..<2 {
                    #expect(try await mia.send("tasks/\(id)/conflicts", fields + [("choice", choice)]).status == 303)
                }
                let kept = try await server.replica.list(title).tasks
                #expect(kept.map(\.tags) == (choice == "0" ? [["wood"]] : []) && !kept.contains(where: \.hasConflict))
                let other = fields + [("choice", choice == "0" ? "1" : "0")]
                #expect(try await mia.send("tasks/\(id)/conflicts", other).status == 409)
            }
        }
    }
}
