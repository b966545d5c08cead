// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
import HometaskReplica
import Synchronization
import TestSupport
import Testing

@testable import HometaskPluginHost

@Suite("Hook state during a command")
struct HookRunnerTests {
    private let folder: TemporaryFolder
    private let runner: HookRunner

    /// A device with an enabled plugin that has a hook.
    init() throws {
        folder = try TemporaryFolder()
        let manifest: JSONObject = [
            "id": "p", "version": "1", "summary": "A plugin.", "protocol": [1], "program": "p.py",
            "needs": ["read": ["task"]], "offers": ["hooks": [["event": "before-commit"]]],
        ]
        let decision: JSON = [
            "path": "/none", "hash": "none", "enabled": true, "sandboxed": false, "manifest": .object(manifest),
        ]
        let decisions: JSONObject = ["plugins": ["p": decision]]
        var places = try #require(PluginPlaces(["HOME": folder.path], program: nil))
        places.decisions = folder.path + "/plugins.json"
        try Data(decisions.canonicalBytes()).write(to: URL(fileURLWithPath: places.decisions))
        let host = PluginHost(places: places, bundled: [], program: "/none", variables: [:], version: "1")
        let family: JSONObject = [
            "id": .string(DocumentID(randomBytes: (1, 2)).description), "kind": "family", "name": "Test", "zone": "UTC",
        ]
        let directory = try FamilyDirectory(reading: MemoryReader([.family: family.canonicalBytes()]))
        let context = PluginContext(members: [:], now: Timestamp(seconds: 0))
        let runner = HookRunner(host, directory, in: context, milliseconds: 500, consents: { _ in false })
        self.runner = try #require(runner)
    }

    /// A change by the plugin of more tasks than allowed without consent.
    private func manyChanges() throws -> TooManyChanges {
        let author = Author(actor: try #require(ActorID("d4k2m9")), time: Timestamp(seconds: 1_795_000_000))
        let family = MemoryReader()
        let ids = (0...TooManyChanges.limit).map { DocumentID(randomBytes: (UInt64($0) << 32, 1)) }
        for id in ids { family.putMembers(.task, id, members: ["title": "Bins"]) }
        let transaction = Transaction(over: family, by: author, for: nil)
        for id in ids { try transaction.writeFields(["title": "Paper"], to: Transaction.path(of: .task, id)) }
        return try #require(try TooManyChanges(of: "p", in: transaction))
    }

    @Test("Answers, failures and consents count for one commit alone, and notes are reported after it")
    func committed() throws {
        let many = try manyChanges()
        runner.state.withLock { state in
            let proposed = ProposedChanges(of: runner.host.hooks(.beforeCommit)[0].manifest)
            state.answers["p"] = HookRunner.Answer(refusal: nil, proposed: proposed)
            state.failed.insert("p")
            state.consents[many] = true
            state.drafts.append("plugin p: changed 1 document.")
        }
        runner.committed([], command: "edit")
        runner.state.withLock { state in
            #expect(state.answers.isEmpty && state.failed.isEmpty && state.consents.isEmpty && state.drafts.isEmpty)
        }
        #expect(!runner.isAllowed(many), "it is asked anew")
        #expect(runner.takeWords().notes == ["plugin p: changed 1 document."])
    }
}
