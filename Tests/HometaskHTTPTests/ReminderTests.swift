// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import HometaskWebPush
import Synchronization
import Testing

@testable import HometaskHTTP
@testable import hometask_serve

@Suite("Reminders on phones")
struct ReminderTests {
    /// A stub of the browsers' push services.
    private final class PushServices: PushTransport {
        private struct State {
            var sent: [PushRequest] = []
            var outcome = PushOutcome(status: 201)
        }
        private let state = Mutex(State())

        var sent: [PushRequest] { state.withLock { $0.sent } }
        var hosts: [String] { sent.map(\.endpoint.host) }
        func answer(_ status: Int, retryAfter: String? = nil) {
            state.withLock { $0.outcome = PushOutcome(status: status, retryAfter: retryAfter) }
        }

        func send(_ request: PushRequest) async throws(ServiceFault) -> PushOutcome {
            state.withLock { state in
                state.sent.append(request)
                return state.outcome
            }
        }

        /// Waits until this many requests have been sent.
        func wait(for count: Int) async throws {
            _ = try await TestServer.eventually { sent.count >= count }
            try #require(sent.count >= count)
        }
    }

    private static func subscription(_ host: String, number: Int = 1) -> JSONObject {
        [
            "endpoint": .string("https://\(host)/push/\(number)"),
            "keys": [
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                "p256dh":
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ],
        ]
    }

    private static func with(_ body: (TestServer, PushServices) async throws -> Void) async throws {
        let services = PushServices()
        try await TestServer.with({ $0.pushTransport = services }) { try await body($0, services) }
    }

    /// Adds a task that is due now.
    private func addDue(_ title: String, for member: DocumentID?, to server: TestServer) async throws {
        var draft = TaskDraft(title: title)
        draft.due = .instant(Timestamp(seconds: Timestamp.present.seconds + 1), zone: nil)
        draft.assignees = member.map { [$0] } ?? []
        let ready = draft
        _ = try await server.replica.write(command: "add") { try $0.tasks.add(ready) }
    }

    private func subscribe(_ phone: TestPhone, at host: String, number: Int = 1) async throws {
        let subscription = Self.subscription(host, number: number)
        let answer = try await phone.send("PUT", "/reminders", body: subscription.compactBytes())
        try #require(answer.status == 204)
    }

    @Test("A subscribed phone gets its member's reminders, once each; other phones get none")
    func members() async throws {
        try await Self.with { server, services in
            let mia = try await server.phone(of: server.mia)
            let tom = try await server.phone(of: server.tom)
            let silent = try await server.phone(of: server.mia)
            let before = try await mia.send("GET", "/reminders")
            #expect(before.json["isOn"] == .bool(false) && before.json["key"]?.stringValue?.utf8.count == 87)
            try await subscribe(mia, at: "mia.example.org")
            try await subscribe(tom, at: "tom.example.org")
            #expect(try await mia.send("GET", "/reminders").json["isOn"] == .bool(true))
            #expect(try await silent.send("GET", "/reminders").json["isOn"] == .bool(false))
            try await addDue("Bins", for: server.mia, to: server)
            try await services.wait(for: 1)
            #expect(services.hosts == ["mia.example.org"])
            try await addDue("Dishes", for: nil, to: server)
            try await services.wait(for: 3)
            #expect(Set(services.hosts.dropFirst()) == ["mia.example.org", "tom.example.org"])
            #expect(services.sent.count == 3)
        }
    }

    @Test("Each change starts a round, and no reminder is repeated")
    func once() async throws {
        // A server that does not send reminders itself.
        try await TestServer.with { server in
            let services = PushServices()
            let phone = try await server.phone(of: server.mia)
            let device = try #require(DocumentID(phone.device))
            let subscription = try #require(PushSubscription(Self.subscription("mia.example.org")))
            try await server.phones.remind(device, by: subscription)
            let reminders = PhoneReminders(
                family: try await ServedFamily(at: server.folder + "/home", phones: server.phones),
                phones: server.phones, transport: services, contact: nil, log: .none)
            try await addDue("Bins", for: server.mia, to: server)
            let later = Timestamp(seconds: Timestamp.present.seconds + 60)
            for title in ["Milk", "Bread"] {
                _ = try await reminders.round(for: server.phones.remindedPhones(of: server.family), at: later)
                #expect(services.sent.count == 1)
                try await server.add(title)
            }
            _ = try await reminders.round(for: server.phones.remindedPhones(of: server.family), at: later)
            #expect(services.hosts == ["mia.example.org"])
        }
    }

    @Test("An unsubscribed or signed-out phone gets no reminders")
    func ends() async throws {
        try await Self.with { server, services in
            let (first, second) = (
                try await server.phone(of: server.mia), try await server.phone(of: server.mia)
            )
            try await subscribe(first, at: "first.example.org")
            try await subscribe(second, at: "second.example.org")
            #expect(try await first.send("DELETE", "/reminders").status == 204)
            #expect(try await first.send("DELETE", "/reminders").status == 204)
            #expect(try await second.send("DELETE").status == 204)
            #expect(try await second.send("GET", "/reminders").status == 401)
            let last = try await server.phone(of: server.mia)
            try await subscribe(last, at: "last.example.org")
            try await addDue("Bins", for: server.mia, to: server)
            try await services.wait(for: 1)
            #expect(services.hosts == ["last.example.org"])
        }
    }

    @Test("An expired subscription is deleted; a failing push service is retried, and nothing is lost")
    func failures() async throws {
        try await Self.with { server, services in
            let phone = try await server.phone(of: server.mia)
            try await subscribe(phone, at: "push.example.org")
            services.answer(503)
            try await addDue("Bins", for: server.mia, to: server)
            try await services.wait(for: 1)
            #expect(try await phone.send("GET", "/reminders").json["isOn"] == .bool(true))
            // The failure is recorded and then logged, after the push service has answered.
            let isRecorded = try await TestServer.eventually {
                let kept = try await server.phones.remindedPhones(of: server.family).first
                return String(decoding: kept?.ledger.bytes ?? [], as: UTF8.self).contains("\"failures\"")
            }
            #expect(isRecorded)
            let isLogged = try await TestServer.eventually {
                server.log.all.contains { $0.contains("push.example.org answered with the status 503") }
            }
            #expect(isLogged)
            #expect(!server.log.all.contains { $0.contains("/push/1") || $0.contains("Bins") })
            services.answer(410)
            try await addDue("Dishes", for: server.mia, to: server)
            try await services.wait(for: 2)
            let isForgotten = try await TestServer.eventually {
                try await !server.phones.isReminded(DocumentID(phone.device) ?? server.mia)
            }
            #expect(isForgotten)
            #expect(try await phone.send("GET", "/reminders").json["isOn"] == .bool(false))
        }
    }

    @Test("A push service's `Retry-After` holds that phone's messages back; other phones continue")
    func pauses() async throws {
        try await Self.with { server, services in
            try await subscribe(try await server.phone(of: server.mia), at: "push.example.org")
            try await subscribe(try await server.phone(of: server.tom), at: "push.example.org", number: 2)
            services.answer(429, retryAfter: "3600")
            try await addDue("Bins", for: server.tom, to: server)
            try await services.wait(for: 1)
            services.answer(201)
            // A round ends before the next begins, so any message not sent to Tom's phone in it was held back.
            for (place, title) in ["Dishes", "Milk"].enumerated() {
                try await addDue(title, for: nil, to: server)
                try await services.wait(for: 2 + place)
            }
            #expect(services.sent.map { $0.endpoint.text.suffix(2) } == ["/2", "/1", "/1"])
        }
    }

    @Test("A pause expires, and is not extended by setting the clock back")
    func pauseEnds() throws {
        let (pauses, now) = (PushPauses(), Timestamp(seconds: 1_000_000))
        let (one, other) = (
            try #require(PushEndpoint("https://push.example.org/1")),
            try #require(PushEndpoint("https://push.example.org/2"))
        )
        let end = Timestamp(seconds: now.seconds + 60)
        pauses.begin(of: one, until: end)
        pauses.begin(of: one, until: now)
        #expect(pauses.end(of: one, at: now) == end)
        #expect(pauses.end(of: other, at: now) == nil)
        #expect(pauses.end(of: one, at: end) == nil)
        pauses.begin(of: one, until: end)
        #expect(pauses.end(of: one, at: Timestamp(seconds: now.seconds - 86_400)) == nil)
    }

    @Test("An invalid subscription is refused, and so is a subscription in this network")
    func hostile() async throws {
        try await Self.with { server, services in
            let phone = try await server.phone(of: server.tom)
            for host in ["127.0.0.1", "localhost", "[::1]", "router", "push.example.org:22", "a@push.example.org"] {
                let body = Self.subscription(host).compactBytes()
                let answer = try await phone.send("PUT", "/reminders", body: body)
                #expect(answer.status == 400 && answer.json["code"] == "subscription", "\(host)")
            }
            #expect(try await phone.send("PUT", "/reminders", body: Array("{}".utf8)).status == 400)
            let long = [UInt8](repeating: 0x20, count: 9000)
            #expect(try await phone.send("PUT", "/reminders", body: long).status == 413)
            let plain = try await server.client.send(
                "PUT", phone.path + "/reminders", headers: ["Content-Type": "application/json"],
                body: Self.subscription("push.example.org").compactBytes())
            #expect(plain.status == 401)
            #expect(services.sent.isEmpty)
        }
    }

    @Test("A name that resolves to this machine is not accepted as a push service, and nothing is sent to it")
    func ownMachine() {
        let fault = #expect(throws: ServiceFault.self) { try PushProgram.publicAddresses(of: "localhost") }
        #expect(fault?.description == "localhost is not a machine of the internet")
    }

    @Test("Without a reachable push service, the server reports that")
    func without() async throws {
        try await TestServer.with { server in
            let phone = try await server.phone(of: server.mia)
            #expect(try await phone.send("GET", "/reminders").json["key"] == .null)
            let answer = try await phone.send(
                "PUT", "/reminders", body: Self.subscription("push.example.org").compactBytes())
            #expect(answer.status == 503 && answer.json["code"] == "reminders")
        }
    }

    @Test("The longest texts fit a message, and control characters are removed")
    func longTexts() throws {
        let text = String(repeating: "👨‍👩‍👧‍👦\"\\", count: 300)
        let shown = ReminderMessage.shortened(text + "\u{1B}[31m\u{7}", to: 200)
        #expect(shown.unicodeScalars.count == 200 && shown.hasSuffix("…") && !shown.contains("\u{1B}"))
        #expect(ReminderMessage.shortened("a\u{1B}b\nc", to: 10) == "ab\nc")
        let worst = String(repeating: "\"", count: 500)
        let object: JSONObject = ["title": .string(shown), "body": .string(worst)]
        #expect(object.compactBytes().count < PushMessage.longest - 300)
    }
}
