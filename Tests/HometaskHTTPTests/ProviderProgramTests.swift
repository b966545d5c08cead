// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Testing

/// The built server with curl, and oidc-provider-mock from PyPI as the provider.
@Suite("Signing in through a provider, by the program")
struct ProviderProgramTests {
    private static let hasProvider: Bool = {
        let program = ChildProgram("python3", ["-c", "import oidc_provider_mock"])
        return (try? program.run(errors: .nothing).status) == 0
    }()

    private static let users = [
        #"{"sub":"tom","email":"TOM@example.org","email_verified":true}"#,
        #"{"sub":"loose","email":"tom@example.org","email_verified":false}"#,
    ]

    /// Starts the provider, and waits until it listens.
    private func startProvider(at port: Int) async throws -> ChildProgram {
        let process = ChildProgram(
            "python3",
            ["-m", "oidc_provider_mock", "--port", "\(port)", "--require-nonce"]
                + Self.users.flatMap { ["--user-claims", $0] })
        let errors = Pipe()
        try process.start(output: .nothing, errors: .pipe(errors))
        let handle = errors.fileHandleForReading
        let log = try await Connection.blocking {
            var text = ""
            while !text.contains("running on") {
                let part = handle.availableData
                if part.isEmpty { break }
                text += String(decoding: part, as: UTF8.self)
            }
            return text
        }
        try #require(log.contains("running on"), "\(log)")
        handle.readabilityHandler = { _ = $0.availableData }
        return process
    }

    private func secretFile(in place: ServedPlace, _ text: String = "s/e:c ret\n", mode: Int = 0o600) throws -> String {
        let path = place.folder + "/client-secret"
        try text.replacingOccurrences(of: " ", with: "-").write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    /// Parses an address on this machine into its path with the query, and its port.
    private func target(_ location: String?) throws -> (path: String, port: Int) {
        let url = try #require(location.flatMap { URLComponents(string: $0) })
        return (url.percentEncodedPath + (url.percentEncodedQuery.map { "?\($0)" } ?? ""), try #require(url.port))
    }

    @Test(
        "A browser is redirected to the provider and back, and joins, unless the address is unverified",
        .enabled(if: hasProvider, "'.ci/bootstrap --tests' installs oidc-provider-mock"))
    func story() async throws {
        let place = try await ServedPlace(members: [MemberDraft(name: "Tom", email: "tom@example.org")])
        let (port, providerPort) = (try ServedPlace.freePort(), try ServedPlace.freePort())
        let provider = try await startProvider(at: providerPort)
        defer { provider.end(by: SIGKILL) }
        let (process, _) = try await place.serve(
            "--port", "\(port)", "--url", "http://localhost:\(port)",
            "--oidc-issuer", "http://localhost:\(providerPort)", "--oidc-client", "home", "--oidc-secret-file",
            try secretFile(in: place))
        defer { process.terminate() }
        let client = RawClient(port: port)
        let ways = try await client.send("GET", "/api/sign-in").json
        #expect(ways["oidc"]?.stringValue == "localhost:\(providerPort)")
        for (user, status) in [("loose", 403), ("tom", 303)] {
            let begun = try await client.send("GET", "/sign-in/oidc")
            let cookie = try #require(begun.header("set-cookie")?.split(separator: ";").first.map { String($0) })
            let authorize = try target(begun.header("location"))
            let signedIn = try await RawClient(port: authorize.port).send(
                "POST", authorize.path, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("sub=\(user)".utf8))
            let back = try target(signedIn.header("location"))
            #expect(back.port == port)
            let answer = try await client.send("GET", back.path, headers: ["Cookie": cookie])
            #expect(answer.status == status)
            guard status == 303 else { continue }
            let code = try #require(answer.header("location")?.split(separator: "#").last)
            let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"phone"}"#
            let joined = try await client.send(
                "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
            #expect(joined.json["member"]?["name"] == "Tom")
        }
    }

    @Test("If the provider is unreachable, an error page is shown and a line is logged")
    func unreachable() async throws {
        let place = try await ServedPlace(members: [MemberDraft(name: "Tom", email: "tom@example.org")])
        let (port, providerPort) = (try ServedPlace.freePort(), try ServedPlace.freePort())
        let (process, _) = try await place.serve(
            "--port", "\(port)", "--url", "http://localhost:\(port)",
            "--oidc-issuer", "http://localhost:\(providerPort)", "--oidc-client", "home", "--oidc-secret-file",
            try secretFile(in: place))
        let answer = try await RawClient(port: port).send("GET", "/sign-in/oidc")
        #expect(answer.status == 502)
        process.terminate()
        let log = place.complaints()
        #expect(log.contains("fault: sign-in: http://localhost:\(providerPort) gives no metadata: (7)"), "\(log)")
    }

    @Test(
        "Inconsistent options and a secret readable by others are refused with a hint",
        arguments: [
            (["--oidc-issuer", "https://id.example"], 64, "belong together"),
            (["--oidc-name", "Example"], 64, "belong together"),
            (["--oidc-issuer", "http://id.example"], 64, "with https"),
            (["--oidc-issuer", "https://id.example?a=b"], 64, "not the issuer"),
            (["--url", "http://home.example", "600"], 64, "--url https://home.example"),
            (["--url", "https://home.example", "644"], 77, "chmod 600"),
            (["--url", "https://home.example", "missing"], 66, "client-secret"),
            (["--url", "https://home.example", "two"], 64, "only line"), (["600"], 64, "--url"),
        ])
    func options(words: [String], status: Int, part: String) async throws {
        let place = try await ServedPlace(members: [])
        var words = words
        if !words.contains(where: { $0.hasPrefix("--oidc") }) {
            let kind = words.removeLast()
            let file = try secretFile(in: place, kind == "two" ? "a\nb\n" : "a\n", mode: kind == "644" ? 0o644 : 0o600)
            if kind == "missing" { try FileManager.default.removeItem(atPath: file) }
            words += ["--oidc-issuer", "https://id.example", "--oidc-client", "a", "--oidc-secret-file", file]
        }
        for more in [["--install"], []] {
            let run = try place.run(ServedPlace.program, ["--port", "0"] + more + words)
            #expect(Int(run.status) == status && run.output.contains(part), "\(run)")
        }
    }

    @Test("The systemd unit contains the provider's options and the path of the secret, but not the secret")
    func unit() async throws {
        let place = try await ServedPlace(members: [])
        let file = try secretFile(in: place, "hidden\n")
        let run = try place.run(
            ServedPlace.program,
            [
                "--install", "--url", "https://home.example", "--oidc-issuer", "https://id.example", "--oidc-client",
                "a",
                "--oidc-secret-file", "../client-secret", "--oidc-name", "My provider",
            ])
        #expect(run.status == 0, "\(run)")
        let unit = try String(
            contentsOfFile: place.folder + "/.config/systemd/user/hometask-serve.service", encoding: .utf8)
        #expect(unit.contains(#""--oidc-issuer" "https://id.example" "--oidc-client" "a" "--oidc-secret-file" ""#))
        #expect(unit.contains(#"/home/../client-secret" "--oidc-name" "My provider""#) && !unit.contains("hidden"))
        #expect(file.hasSuffix("/client-secret"))
    }
}
