// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Synchronization
import Testing

@testable import HometaskHTTP

@Suite("Joining links by e-mail")
struct EmailSignInTests {
    /// Records emails instead of sending them.
    final class Mailbox: MemberMailer {
        struct Mail: Sendable {
            let text: String
            let member: DocumentID
        }

        /// The error with which sending fails; nil if sending succeeds.
        let fault: ServiceFault?
        /// Whether sending never returns.
        let isStuck: Bool
        private let kept = Mutex<[Mail]>([])
        var mails: [Mail] { kept.withLock { $0 } }

        init(fault: ServiceFault? = nil, isStuck: Bool = false) { (self.fault, self.isStuck) = (fault, isStuck) }

        func send(_ mail: InvitationMail, to member: DocumentID, of family: String) async throws(ServiceFault) {
            kept.withLock { $0.append(Mail(text: mail.text, member: member)) }
            if let fault { throw fault }
            if isStuck { try? await Task.sleep(for: .seconds(600)) }
        }

        /// Waits until this many emails are recorded, and returns them; fails after two minutes.
        func mails(_ count: Int) async throws -> [Mail] {
            _ = try await TestServer.eventually { mails.count >= count }
            try #require(mails.count == count)
            return mails
        }
    }

    private static func serving(
        _ mailbox: Mailbox = Mailbox(), _ change: (inout ServerOptions) -> Void = { _ in },
        body: (TestServer, Mailbox) async throws -> Void
    ) async throws {
        try await TestServer.with {
            $0.address = ServerAddress("https://home.example")
            $0.mailer = mailbox
            change(&$0)
        } body: { server in
            try await server.setAddress("Tom@Example.org", of: server.tom)
            try await server.setAddress("mia@example.org", of: server.mia)
            try await body(server, mailbox)
        }
    }

    private func ask(
        _ address: String, _ server: TestServer, headers: [String: String] = [:]
    ) async throws -> RawClient.Answer {
        let body: JSONObject = ["address": .string(address)]
        return try await server.client.send(
            "POST", "/api/sign-in/email", headers: ["Content-Type": "application/json"].merging(headers) { $1 },
            body: body.compactBytes())
    }

    private func codes(in text: String, at address: String = "https://home.example") -> [String] {
        text.components(separatedBy: "\n").filter { $0.hasPrefix("\(address)/join#") }
            .compactMap { $0.components(separatedBy: "#").last }
    }

    @Test("Entering a member's email address sends a link for joining as that member")
    func story() async throws {
        try await Self.serving { server, mailbox in
            let ways = try await server.client.send("GET", "/api/sign-in")
            #expect(ways.status == 200 && ways.json == ["email": true, "oidc": .null, "passkeys": "home.example"])
            let asked = try await ask(" tom@example.ORG ", server)
            #expect(asked.status == 202)
            let mail = try #require(try await mailbox.mails(1).first)
            #expect(mail.member == server.tom)
            #expect(mail.text.hasPrefix("A link for a phone to join Berg\n\n"))
            #expect(mail.text.contains("ignore this mail"))
            let code = try #require(codes(in: mail.text).first)
            let joined = try await server.join(code)
            #expect(joined.status == 200 && joined.json["member"]?["name"] == "Tom")
            let again = try await server.join(code, attempt: String(repeating: "b", count: 32))
            #expect(again.status == 403)
        }
    }

    @Test("The response for an unknown address is identical byte for byte, and no email is sent")
    func unknown() async throws {
        try await Self.serving { server, mailbox in
            let (unknown, known) = (try await ask("eve@example.org", server), try await ask("tom@example.org", server))
            #expect(unknown.status == 202 && unknown.body == known.body && unknown.body == Array("{}".utf8))
            func fields(_ answer: RawClient.Answer) -> [String] {
                answer.headers.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }
            }
            #expect(fields(unknown) == fields(known))
            // Requests are processed in order, so the unknown address has been handled by now.
            #expect(try await mailbox.mails(1).map(\.member) == [server.tom])
        }
    }

    @Test("Requests are answered before any look-up, even while sending an email hangs")
    func answeredFirst() async throws {
        try await Self.serving(Mailbox(isStuck: true)) { server, mailbox in
            for address in ["tom@example.org", "mia@example.org", "eve@example.org"] {
                let answer = try await ask(address, server)
                #expect(answer.status == 202)
            }
            _ = try await mailbox.mails(1)
        }
    }

    @Test("The link has the server's own address, regardless of the request's host")
    func host() async throws {
        try await Self.serving { server, mailbox in
            let local = try await ask("tom@example.org", server, headers: ["Host": "127.0.0.1:\(server.client.port)"])
            #expect(local.status == 202)
            let evil = try await ask("mia@example.org", server, headers: ["Host": "evil.example"])
            #expect(evil.status == 421)
            let forwarded = try await ask(
                "mia@example.org", server,
                headers: ["X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"])
            #expect(forwarded.status == 202)
            for mail in try await mailbox.mails(2) {
                #expect(!mail.text.contains("evil") && !mail.text.contains("127.0.0.1"))
                #expect(codes(in: mail.text).count == 1)
            }
        }
    }

    @Test("A network may request five links, and is then rate-limited")
    func networkLimit() async throws {
        try await Self.serving { server, mailbox in
            for number in 0..<5 { #expect(try await ask("nobody\(number)@example.org", server).status == 202) }
            let sixth = try await ask("tom@example.org", server)
            #expect(sixth.status == 429 && (Int(sixth.header("retry-after") ?? "") ?? 0) > 60)
            #expect(mailbox.mails.isEmpty)
        }
    }

    @Test("A mailbox gets at most three links in a burst, across all networks")
    func addressLimit() async throws {
        try await Self.serving { options in
            options.isBehindProxy = true
        } body: { server, mailbox in
            for number in 0..<8 {
                let address = number % 2 == 0 ? "tom@example.org" : "TOM@EXAMPLE.ORG"
                let answer = try await ask(address, server, headers: ["X-Forwarded-For": "192.0.2.\(number)"])
                #expect(answer.status == 202)
            }
            let other = try await ask("mia@example.org", server, headers: ["X-Forwarded-For": "192.0.2.99"])
            #expect(other.status == 202)
            #expect(try await mailbox.mails(4).map(\.member) == [server.tom, server.tom, server.tom, server.mia])
            #expect(server.log.all.contains { $0.contains("has got enough of them") })
        }
    }

    @Test("An address shared by two members gets one email with a link for each")
    func shared() async throws {
        try await Self.serving { server, mailbox in
            try await server.setAddress("MIA@example.org", of: server.tom)
            #expect(try await ask("mia@example.org", server).status == 202)
            let text = try #require(try await mailbox.mails(1).first).text
            #expect(text.contains("For Mia's phone:") && text.contains("For Tom's phone:"))
            var names: [String] = []
            for code in codes(in: text) {
                names.append(try await server.join(code).json["member"]?["name"]?.stringValue ?? "")
            }
            #expect(names.sorted() == ["Mia", "Tom"])
        }
    }

    @Test("Former members and addresses that only resemble a member's get no link")
    func others() async throws {
        try await Self.serving { server, mailbox in
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            for address in ["tom@example.org", "mia+x@example.org", "m.ia@example.org", "mia@example.org.evil.example"]
            {
                #expect(try await ask(address, server).status == 202)
            }
            #expect(try await ask("mia@example.org", server).status == 202)
            #expect(try await mailbox.mails(1).map(\.member) == [server.mia])
        }
    }

    @Test(
        "An invalid address is refused, regardless of the members",
        arguments: [
            "", "tom", "@", "a@", "@b", "a@b@c", "tom@example.org\nBcc: eve@example.org", "to m@example.org",
            "tom@ex\u{212A}mple.org", "töm@example.org", "tom@example.org\u{0}",
            String(repeating: "a", count: 250) + "@b.cd",
        ])
    func malformed(address: String) async throws {
        try await Self.serving { server, mailbox in
            let answer = try await ask(address, server)
            #expect(answer.status == 400 && answer.json["message"]?.stringValue?.contains("tom@example.org") == true)
        }
    }

    @Test("Cross-site requests and forms cannot trigger an email")
    func otherSites() async throws {
        try await Self.serving { server, mailbox in
            for headers in [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
                #expect(try await ask("tom@example.org", server, headers: headers).status == 403)
            }
            #expect(try await ask("tom@example.org", server, headers: ["Content-Type": "text/plain"]).status == 415)
            let large = try await ask(String(repeating: "a", count: 5000), server)
            #expect(large.status == 413)
            #expect(mailbox.mails.isEmpty)
        }
    }

    @Test("Without a configured address or a mail program, the server offers no email links")
    func off() async throws {
        for (address, mailer) in [(nil, Mailbox()), (ServerAddress("https://home.example"), nil)] {
            try await TestServer.with {
                $0.address = address
                $0.mailer = mailer
            } body: { server in
                let ways = try await server.client.send("GET", "/api/sign-in")
                #expect(ways.json["email"] == false)
                #expect(try await ask("tom@example.org", server).status == 404)
            }
        }
    }

    @Test("The log records the outcome without addresses and codes, even if the mail program's output repeats them")
    func log() async throws {
        let stuck = Mailbox(fault: ServiceFault("no such mailbox: Tom@Example.org"))
        try await Self.serving(stuck) { server, mailbox in
            #expect(try await ask("tom@example.org", server).status == 202)
            let text = try #require(try await mailbox.mails(1).first).text
            _ = try await TestServer.eventually { server.log.all.contains { $0.contains("could not be sent") } }
            let log = server.log.all.joined(separator: "\n")
            #expect(log.contains("fault: a link by e-mail could not be sent: no such mailbox: (the address)"))
            let code = try #require(codes(in: text).first)
            #expect(!log.lowercased().contains("tom@") && !log.contains(code))
        }
    }
}

extension TestServer {
    /// Sets a member's e-mail address.
    func setAddress(_ address: String, of member: DocumentID) async throws {
        _ = try await replica.write(command: "edit") { transaction in
            try transaction.members.edit(member, FieldChange(["email": .string(address)]))
        }
    }
}
