// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskWeb
import Testing

@testable import HometaskHTTP

@Suite("Request methods")
struct MethodTests {
    private static let files = PageFiles(engine: [0x00, 0x61, 0x73, 0x6D])

    @Test("HEAD is handled and refused like GET, without a body")
    func head() async throws {
        try await TestServer.with(page: Self.files) { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            try await mia.add("Fence")
            let task = try await mia.task("fence").id
            let own = ["Cookie": mia.phone.cookie]
            let (plain, api) = (mia.root, mia.phone.path)
            for path in [
                "/join", "/api/sign-in", "/api/phones", "/plain", "/plain/join", plain, "\(plain)?list=all",
                "\(plain)tasks/\(task)",
                "\(plain)tasks", "\(plain)tasks/x", api, "\(api)/reminders", "\(api)/history/task/\(task)",
                "\(api)/history/x/y", "/nothing", "/api/nothing",
            ] {
                for headers in [own, [:]] {
                    let get = try await server.client.send("GET", path, headers: headers)
                    let head = try await server.client.send("HEAD", path, headers: headers)
                    #expect(head.status == get.status && head.body.isEmpty, "\(path)")
                    #expect(head.header("content-type") == get.header("content-type"), "\(path)")
                    #expect(head.header("location") == get.header("location"), "\(path)")
                }
            }
            #expect(try await server.client.send("HEAD", "\(plain)?list=all", headers: own).status == 200)
            #expect(try await server.client.send("HEAD", plain).status == 401)
            let foreign = try await server.client.send("HEAD", "/join", headers: ["Host": "evil.example"])
            #expect(foreign.status == 421 && foreign.body.isEmpty)
        }
    }

    @Test("An unsupported method gets 405 with the allowed methods")
    func others() async throws {
        try await TestServer.with(page: Self.files) { server in
            let phone = try await server.phone(of: server.mia)
            let plain = "/plain/\(phone.device)/"
            for (method, path, allowed) in [
                ("POST", "/join", "GET, HEAD"), ("GET", "/api/join", "POST"), ("HEAD", "/api/join", "POST"),
                ("PATCH", phone.path, "GET, HEAD, DELETE"), ("GET", "\(phone.path)/exchange", "POST"),
                ("HEAD", "\(phone.path)/events", "GET"), ("DELETE", plain, "GET, HEAD"),
                ("PUT", "\(plain)tasks", "GET, HEAD, POST"), ("OPTIONS", "/plain/join", "GET, HEAD, POST"),
                ("POST", "\(phone.path)/reminders", "GET, HEAD, PUT, DELETE"),
            ] {
                let answer = try await server.client.send(method, path, headers: ["Cookie": phone.cookie])
                #expect(answer.status == 405 && answer.header("allow") == allowed, "\(method) \(path)")
                #expect(answer.body.isEmpty == (method == "HEAD"), "\(method) \(path)")
            }
            #expect(try await server.client.send("POST", "/nothing").status == 404)
            for (method, path) in [("TRACE", "/join"), ("TRACE", "/nothing"), ("PROPFIND", phone.path)] {
                let answer = try await server.client.send(method, path, headers: ["Cookie": phone.cookie])
                #expect(answer.status == 501 && answer.json["code"] == "method", "\(method) \(path)")
            }
        }
    }
}
