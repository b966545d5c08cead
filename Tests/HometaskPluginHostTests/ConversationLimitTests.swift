// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlatform
import HometaskPluginProtocol
import Synchronization
import TestSupport
import Testing

@testable import HometaskPluginHost

@Suite("The limits of a conversation with a plugin", .waits)
struct ConversationLimitTests {
    /// A Python plugin that agrees on a version, reads one request and then executes the given body.
    private static func launch(_ body: String, in folder: TemporaryFolder) -> PluginLaunch {
        let script = """
            import json, sys, time
            def send(**message): sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\\n")
            sys.stdin.readline()
            send(id=1, result={"protocol": 1})
            sys.stdout.flush()
            sys.stdin.readline()
            \(body)
            sys.stdout.flush()
            time.sleep(600)
            """
        let needs = PluginManifest(trusted: ["needs": ["programs": true]]).needs
        return PluginLaunch(
            program: "/usr/bin/python3", arguments: ["-c", script], folder: nil, dataFolder: folder.path, needs: needs,
            sandbox: nil)
    }

    /// The fault that ends a conversation with the plugin.
    private func fault(
        _ body: String, _ change: (inout PluginLimits) -> Void = { _ in }, answers: PluginServices = .none
    ) throws -> PluginFault? {
        let folder = try TemporaryFolder()
        var limits = PluginLimits()
        limits.silence = 2000
        limits.whole = 30_000
        change(&limits)
        let connection = try PluginConnection(
            Self.launch(body, in: folder), opening: [:], limits: limits, log: PluginLog(path: folder.path + "/log"))
        do {
            _ = try connection.request("work", [:], services: answers)
            return nil
        } catch let fault as PluginFault {
            return fault
        }
    }

    @Test(
        "Endless messages are a flood, however cheap they are",
        arguments: [
            (
                #"send(method="log", params={"text": "x"})"#,
                "sent log lines and unknown notifications more than 50"
            ),
            (#"send(method="unheard/of", params={})"#, "sent log lines and unknown notifications more than 50"),
            (#"send(id=1, method="documents/read", params={})"#, "sent requests more than 60 times"),
            (#"send(method="progress", params={"done": 1})"#, "reported its progress more than 60 times"),
            (#"send(method="output", params={"text": ""})"#, "sent output or changes more than 70 times"),
            (#"send(method="changes", params={"changes": []})"#, "sent output or changes more than 70 times"),
        ])
    func floods(line: String, words: String) throws {
        let fault = try #require(
            try fault("while True: \(line)") { limits in
                (limits.notes, limits.requests, limits.pieces) = (50, 60, 70)
                // Long enough for a busy machine to start the plugin.
                limits.silence = 120_000
                limits.whole = 120_000
            })
        #expect(fault.kind == .flood)
        #expect(fault.message.contains(words), "\(fault)")
    }

    @Test("Messages within the limits are not a flood")
    func allowed() throws {
        var limits = PluginLimits()
        (limits.notes, limits.requests, limits.pieces) = (50, 60, 70)
        var gauge = MessageBudget(limits)
        for _ in 0..<50 { try gauge.count(.notification(method: PluginMethod.log, params: [:])) }
        for _ in 0..<60 { try gauge.count(.request(id: 1, method: PluginMethod.readDocuments, params: [:])) }
        for _ in 0..<60 { try gauge.count(.notification(method: PluginMethod.progress, params: [:])) }
        for _ in 0..<70 { try gauge.count(.notification(method: PluginMethod.output, params: [:])) }
        for _ in 0..<1000 { try gauge.count(.response(id: 1, result: [:])) }
        #expect(throws: PluginFault.self) { try gauge.count(.notification(method: "unheard/of", params: [:])) }
    }

    @Test("Unread answers do not accumulate")
    func unread() throws {
        let count = Mutex(0)
        let answer = Array("\"\(String(repeating: "x", count: 1 << 20))\"".utf8)
        let fault = try fault(
            #"[send(id=n, method="documents/read", params={"kind": "task"}) for n in range(300)]"#,
            answers: PluginServices(
                answer: { _, _ in
                    count.withLock { $0 += 1 }
                    return answer
                }, take: { _, _ in }))
        #expect(fault?.kind == .hang, "\(String(describing: fault))")
        #expect(count.withLock { $0 } <= PluginLimits.message.bytes >> 20 + 2)
    }

    @Test("The changes of a request have a byte limit across all its messages")
    func changeBytes() throws {
        let manifest = PluginManifest(trusted: ["id": "x", "needs": ["write": ["task"]]])
        var proposed = ProposedChanges(of: manifest)
        #expect(proposed.mostBytes == PluginLimits.changeBytes)
        proposed.mostBytes = 1000
        let message: JSONObject = [
            "changes": [["create": "task", "fields": ["title": .string(String(repeating: "x", count: 400))]]]
        ]
        try proposed.addProposals(message)
        try proposed.addProposals(message)
        let error = #expect(throws: RPCError.self) { try proposed.addProposals(message) }
        #expect(error?.message.contains("512 MiB") == true)
        #expect(proposed.all.count == 2)
    }

    @Test("A late reply to an abandoned request is a fault, not the reply to a later one")
    func lateAnswer() throws {
        let folder = try TemporaryFolder()
        let body = """
            send(method="changes", params={"changes": []})
            sys.stdout.flush()
            sys.stdin.readline()
            send(id=2, result={"late": True})
            """
        var limits = PluginLimits()
        limits.end = 100
        let connection = try PluginConnection(
            Self.launch(body, in: folder), opening: [:], limits: limits, log: PluginLog(path: folder.path + "/log"))
        defer { _ = connection.end() }
        let refusing = PluginServices(
            answer: { _, _ in [] }, take: { _, _ in throw RPCError(.forbidden, "not granted") })
        #expect(throws: RPCError(.forbidden, "not granted")) {
            try connection.request("first", [:], services: refusing)
        }
        let fault = #expect(throws: PluginFault.self) { try connection.request("second", [:], services: .none) }
        #expect(fault?.message == "answered the request 2 instead of 3")
    }

    @Test("A request times out as a whole, even if further messages of the plugin are unread")
    func wholeTime() throws {
        let script = """
            read line; echo '{"jsonrpc": "2.0", "id": 1, "result": {"protocol": 1}}'
            line='{"jsonrpc": "2.0", "method": "progress", "params": {"done": 1}}'
            read work; printf '%s\\n%s\\n' "$line" "$line"; sleep 600
            """
        let needs = PluginManifest(trusted: ["needs": ["programs": true]]).needs
        // On a busy machine, starting the plugin may take longer than the shortest timeout here.
        for milliseconds in [300, 3000, 60_000] {
            let folder = try TemporaryFolder()
            let launch = PluginLaunch(
                program: "/bin/sh", arguments: ["-c", script], folder: nil, dataFolder: folder.path, needs: needs,
                sandbox: nil)
            var limits = PluginLimits()
            limits.whole = milliseconds
            let log = PluginLog(path: folder.path + "/log")
            guard let connection = try? PluginConnection(launch, opening: [:], limits: limits, log: log) else {
                continue
            }
            let late = ContinuousClock.now + .milliseconds(milliseconds + 10)
            let count = Mutex(0)
            let services = PluginServices(
                answer: { _, _ in [] },
                take: { _, _ in
                    count.withLock { $0 += 1 }
                    while ContinuousClock.now < late { usleep(1000) }
                })
            let fault = #expect(throws: PluginFault.self) { try connection.request("work", [:], services: services) }
            if count.withLock({ $0 }) == 0 { continue }
            #expect(fault?.kind == .hang && count.withLock { $0 } == 1)
            return
        }
        Issue.record("the plugin did not start")
    }
}
