// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
import HometaskReplica
import Schemas
import Testing

@testable import HometaskPluginHost

@Suite("Rights granted to a plugin")
struct GrantTests {
    private static let family = DocumentID(randomBytes: (1, 2))
    private static let task = DocumentID(randomBytes: (3, 4))

    /// Changes by a plugin that may change tasks, also requests access to devices, and adds a field to tasks.
    private func proposed() -> ProposedChanges {
        ProposedChanges(
            of: PluginManifest(trusted: [
                "id": "noise", "needs": ["write": ["task", "device"]],
                "offers": ["fields": ["task": ["loudness": ["type": "integer", "x-merge": "register"]]]],
            ]))
    }

    private func transaction() throws -> Transaction {
        let author = Author(actor: try #require(ActorID("d4k2m9")), time: Timestamp(seconds: 1_795_000_000))
        return Transaction(over: MemoryReader(), by: author, for: nil)
    }

    /// The message that refuses a change.
    private func refusal(of change: JSON) throws -> String? {
        var proposed = proposed()
        try proposed.addProposals(["changes": [change]])
        let transaction = try transaction()
        let error = #expect(throws: ReplicaError.self) {
            try proposed.makeChanges(in: transaction, family: Self.family)
        }
        #expect(transaction.staged.isEmpty)
        return error?.message
    }

    @Test(
        "A change of a kind not granted is refused, and one of a device always", arguments: SchemaFiles.kinds)
    func kinds(_ kind: String) throws {
        var proposed = proposed()
        let change: JSON = ["delete": .string(kind), "id": .string(Self.task.description)]
        if kind == "task" {
            try proposed.addProposals(["changes": [change]])
            #expect(proposed.all.count == 1)
        } else {
            let error = #expect(throws: RPCError.self) { try proposed.addProposals(["changes": [change]]) }
            #expect(error?.kind == .forbidden)
            #expect(proposed.isEmpty)
        }
    }

    @Test("A plugin writes only its own fields")
    func fields() throws {
        let create = { (plugin: String) -> JSON in
            .object([
                "create": "task",
                "fields": ["title": "Drill", "extensions": .object([plugin: ["loudness": 3]])],
            ])
        }
        #expect(try refusal(of: create("other"))?.contains("only its own fields, not those of ‘other’") == true)
        var proposed = proposed()
        try proposed.addProposals(["changes": [create("noise")]])
        #expect(try proposed.makeChanges(in: transaction(), family: Self.family).created == [.task: 1])
    }

    @Test("Outside an import, a document with a merge history is not restored")
    func history() throws {
        let restore: JSON = [
            "restore": ["id": .string(Self.task.description), "kind": "task", "title": "Bins", "~merge": [:]]
        ]
        #expect(try refusal(of: restore)?.contains("‘~merge’ is accepted only in an import") == true)
    }

    @Test("Only plugins granted a bus receive its address")
    func buses() {
        let (session, system) = ("DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS")
        func reached(_ needs: JSONObject) -> Set<String> {
            let launch = PluginLaunch(
                program: "/plugin", arguments: [], folder: nil, dataFolder: "/data",
                needs: PluginManifest(trusted: ["needs": .object(needs)]).needs, sandbox: nil,
                busVariables: [session: "unix:path=/session", system: "unix:path=/system"])
            return Set(launch.environment.keys).intersection([session, system])
        }
        #expect(reached([:]) == [])
        #expect(reached(["network": true]) == [])
        #expect(reached(["desktop": true]) == [session])
        #expect(reached(["services": true]) == [system])
        #expect(reached(["programs": true]) == [session, system])
    }
}
