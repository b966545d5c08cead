// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol
import Testing

@Suite("Messages of plugins")
struct RPCMessageTests {
    @Test(
        "An invalid JSON-RPC 2.0 message is refused",
        arguments: [
            #"{"id":1,"method":"m"}"#, #"{"jsonrpc":"1.0","id":1,"method":"m"}"#, #"{"jsonrpc":"2.0","id":1}"#,
            #"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"no"}}"#,
            #"{"jsonrpc":"2.0","id":[],"method":"m"}"#, "[]", "",
        ])
    func refused(line: String) {
        #expect(throws: RPCFault.self) { try RPCMessage(line: Array(line.utf8)) }
    }

    @Test("A change has one operation, and a UID is one line of at most 200 characters")
    func changes() throws {
        let id = "00000000-0000-4000-8000-000000000001"
        let delete: JSON = ["delete": "task", "id": .string(id)]
        #expect(try PluginChange(delete).kind == .task)
        let two: JSON = ["delete": "task", "create": "task", "id": .string(id), "fields": ["title": "Bins"]]
        #expect(throws: RPCError.self) { try PluginChange(two) }
        for uid in ["a\u{2028}b", "a\u{2029}b", "a\nb", "a\u{85}b", "", String(repeating: "a", count: 201)] {
            #expect(!PluginChange.isUID(uid))
        }
        #expect(PluginChange.isUID("a b") && PluginChange.isUID(String(repeating: "é", count: 200)))
    }
}
