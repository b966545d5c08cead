// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import NIOCore
import Testing

@testable import HometaskHTTP

extension PhotoTests {
    @Test("Other members get the thumbnail and the original with the right media types; without signing in, neither")
    func shown() async throws {
        try await Self.serving { server in
            let (tom, mia) = (try await server.phone(of: server.tom), try await server.phone(of: server.mia))
            let file = Self.jpeg(5000)
            try await put(file[...], of: file, from: tom)
            let id = try #require(try await attach(file, from: tom).json["photo"]?.stringValue)
            let original = try await mia.send("GET", "/photos/\(id)/original")
            #expect(original.status == 200 && Array(original.body) == file)
            #expect(original.header("content-type") == "image/jpeg")
            #expect(original.header("x-content-type-options") == "nosniff")
            let thumbnail = try await mia.send("GET", "/photos/\(id)/thumbnail")
            #expect(Array(thumbnail.body) == Self.jpeg(40))
            for path in ["original", "thumbnail"] {
                let stranger = try await server.client.send("GET", "\(mia.path)/photos/\(id)/\(path)")
                #expect(stranger.status == 401)
                let missing = try await mia.send("GET", "/photos/\(server.mia)/\(path)")
                #expect(missing.status == 404)
            }
            // The photo is in the next exchange of other phones.
            var other = mia
            let answer = try await other.exchange()
            #expect("\(answer.json)".contains(id))
        }
    }

    @Test(
        "A valid range of the same file gets partial content; any other request gets the whole file",
        arguments: [
            ("bytes=0-", 0..<5000), ("bytes=4999-", 4999..<5000), ("bytes=10-19", 10..<20),
            ("bytes=4000-9000", 4000..<5000), ("bytes=-7", 4993..<5000), ("bytes=-9000", 0..<5000),
            ("bytes=5000-", nil), ("bytes=-0", nil), ("bytes=9-3", 0..<0), ("bytes=1-2,4-5", 0..<0),
            ("bytes=+1-", 0..<0), ("bytes=-", 0..<0), ("bytes=99999999999999999999-", 0..<0),
            ("lines=1-2", 0..<0),
        ] as [(String, Range<Int>?)])
    func parts(asked: String, expected: Range<Int>?) async throws {
        try await Self.serving { server in
            let mia = try await server.phone(of: server.mia)
            let file = Self.jpeg(5000)
            try await put(file[...], of: file, from: mia)
            let id = try #require(try await attach(file, from: mia).json["photo"]?.stringValue)
            let path = "/photos/\(id)/original"
            let tag = try #require(try await mia.send("GET", path).header("etag"))
            let answer = try await mia.send("GET", path, headers: ["Range": asked, "If-Range": tag])
            switch expected {
            case nil:
                #expect(answer.status == 416 && answer.header("content-range") == "bytes */5000")
            case let part? where part.isEmpty:
                #expect(answer.status == 200 && Array(answer.body) == file)
            case let part?:
                #expect(answer.status == 206 && Array(answer.body) == Array(file[part]))
                #expect(answer.header("content-range") == "bytes \(part.lowerBound)-\(part.upperBound - 1)/5000")
            }
            let other = try await mia.send("GET", path, headers: ["Range": asked, "If-Range": "\"another\""])
            #expect(other.status == 200 && Array(other.body) == file)
        }
    }

    @Test("A slow reader gets the whole original, a stalled one times out, and a phone may load two at a time")
    func slowReaders() async throws {
        let time = ManualTime()
        try await TestServer.with({
            $0.limits.reading = .seconds(3)
            $0.limits.idle = .hours(1)
            $0.limits.closing = { time.close($0, after: $1) }
        }) { server in
            let phone = try await server.phone(of: server.mia)
            let file = Self.jpeg(10_000_000)
            for start in stride(from: 0, to: file.count, by: 1_000_000) {
                try await put(file[start..<(start + 1_000_000)], of: file, from: phone)
            }
            let id = try #require(try await attach(file, from: phone).json["photo"]?.stringValue)
            let path = "/photos/\(id)/original"
            let head =
                "GET \(phone.path)\(path) HTTP/1.1\r\nHost: localhost:\(server.client.port)\r\n"
                + "Cookie: \(phone.cookie)\r\nConnection: close\r\n\r\n"
            let slow = try await server.client.open(room: 1 << 16)
            defer { slow.close() }
            try await slow.write(Array(head.utf8))
            let stalled = try await server.client.open(room: 1 << 16)
            defer { stalled.close() }
            try await stalled.write(Array(head.utf8))
            // Both responses have started.
            var received = try await slow.read(upTo: 1000).count
            _ = try await stalled.read(upTo: 1000)
            #expect(try await phone.send("GET", path).status == 429)
            // The bytes received since the clock was last advanced.
            var fresh = 0
            while true {
                let part = try await slow.read(upTo: 150_000)
                if part.isEmpty { break }
                received += part.count
                fresh += part.count
                // The buffers hold less than this, so the server has sent some of it since then. In total, the response
                // takes longer than the read time-out.
                if fresh > 2_000_000 {
                    time.pass(.seconds(2))
                    fresh = 0
                }
            }
            #expect(received > file.count)
            // The other reader has read nothing, and times out.
            #expect(
                try await TestServer.eventually {
                    time.pass(.seconds(3))
                    return time.closed > 0
                })
            #expect(try await stalled.readAll().count < file.count / 2, "all of it came, although nobody read it")
            // The other reader's place is free again, beside the first reader.
            let next = try await server.client.open(room: 1 << 16)
            defer { next.close() }
            try await next.write(Array(head.utf8))
            #expect(String(decoding: try await next.read(upTo: 1000), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            #expect(try await TestServer.eventually { try await phone.send("GET", path).status == 200 })
        }
    }
}
