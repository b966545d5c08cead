// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import HometaskHTTP

@Suite("Log lines")
struct RequestLogTests {
    private func lines(_ body: (RequestLog) -> Void) -> [String] {
        let lines = TestServer.Lines()
        body(RequestLog { lines.append($0) })
        return lines.all
    }

    @Test("Sentences keep their letters and punctuation")
    func sentences() {
        let sentence = "the remote ‘origin’ (ssh://Küche/日本語.git) cannot be reached – try it again…"
        #expect(lines { $0.fault(sentence) } == ["fault: \(sentence)"])
        #expect(lines { $0.remark(sentence) } == [sentence])
    }

    @Test(
        "Characters that could forge a line or control a terminal are escaped",
        arguments: [
            ("a\n200 GET /", #"a\n200 GET /"#), ("a\r\nb", #"a\r\nb"#), ("a\u{1B}[31m", #"a\u{1b}[31m"#),
            ("x\u{202E}gniht", #"x\u{202e}gniht"#), ("a\u{85}b", #"a\u{85}b"#), ("a\u{2028}b", #"a\u{2028}b"#),
            ("a\u{200B}b", #"a\u{200b}b"#), ("a\u{FEFF}b", #"a\u{feff}b"#),
        ])
    func escaped(text: String, shown: String) {
        #expect(lines { $0.fault(text) } == ["fault: \(shown)"])
        #expect(lines { $0.remark(text) } == [shown])
    }

    @Test("A sentence of some hundred letters is kept, and a longer one is truncated between characters, with a mark")
    func length() {
        let sentence = String(repeating: "the remote ‘origin’ ", count: 20)
        #expect(lines { $0.remark(sentence) } == [sentence])
        let family = "👨‍👩‍👧"
        let cut = lines { $0.remark(String(repeating: family, count: 2000)) }
        #expect(cut == [String(repeating: family, count: 499) + "…"])
    }

    @Test("The ids of phones and photos are removed from paths, unless requested")
    func ids() async throws {
        let (id, digest) = ("0b7e2c9a-1d3f-4a5b-8c6d-7e8f9a0b1c2d", String(repeating: "0aF", count: 22))
        let paths = ["/api/phones/\(id)/uploads/\(digest)", "/page/\(id)x", "/add", "/1234567890"]
        for (hasIDs, shown) in [(true, paths), (false, ["/api/phones/*/uploads/*"] + paths.dropFirst())] {
            let lines = TestServer.Lines()
            let log = RequestLog(hasIDs: hasIDs) { lines.append($0) }
            for path in paths {
                let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: path)
                log.answered(Request(head: head, body: .init(buffer: .init())), with: .ok, after: .milliseconds(5))
            }
            #expect(lines.all == shown.map { "200 GET \($0) 5 ms" })
        }
    }

    @Test("The path of a request keeps its letters, and a long path is truncated")
    func paths() async throws {
        try await TestServer.with { server in
            _ = try await server.client.send("GET", "/" + String(repeating: "z", count: 300))
            let line = try #require(server.log.all.first)
            #expect(line.hasPrefix("404 GET /" + String(repeating: "z", count: 198) + "… "), "\(line)")
        }
    }
}
