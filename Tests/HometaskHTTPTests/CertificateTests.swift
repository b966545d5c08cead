// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

@testable import HometaskHTTP

/// The certificate served by the built program, checked with curl.
@Suite("User-supplied certificates")
struct CertificateTests {
    private let place: ServedPlace
    private var folder: String { place.folder + "/home/" }

    init() async throws { place = try await ServedPlace(members: []) }

    /// Makes a certificate for this machine, and its key: `NAME-cert.pem` and `NAME-key.pem`.
    private func make(_ name: String, for others: String = "IP:127.0.0.1", days: Int = 20) throws {
        let run = try place.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "\(name)-key.pem", "-out",
                "\(name)-cert.pem", "-days", "\(days)", "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(others)",
            ])
        try #require(run.status == 0, "\(run.output)")
    }

    /// Replaces a file atomically, as certificate renewal programs do.
    private func put(_ source: String, as target: String) throws {
        try FileManager.default.copyItem(atPath: folder + source, toPath: folder + "next")
        try #require(rename(folder + "next", folder + target) == 0)
    }

    /// Whether a client that trusts only this certificate gets a response.
    private func isServed(by name: String, at address: String) throws -> Bool {
        let run = try place.run(
            "/usr/bin/curl",
            ["-s", "--cacert", "\(name)-cert.pem", "-w", "%{http_code}", "-o", "/dev/null", "https://\(address)/"])
        #expect(["404", "000"].contains(run.output))
        return run.output == "404"
    }

    @Test("With a certificate, only HTTPS is served; a renewed certificate is used once chain and key match")
    func renewed() async throws {
        for name in ["old", "new"] { try make(name) }
        for file in ["cert.pem", "key.pem"] { try put("old-" + file, as: file) }
        let (server, line) = try await place.serve("--tls-cert", folder + "cert.pem", "--tls-key", folder + "key.pem")
        #expect(line.hasPrefix("Serving Berg at https://127.0.0.1:"))
        let address = "127.0.0.1:\(try place.port(in: line))"
        #expect(try isServed(by: "old", at: address))
        let plain = try place.run(
            "/usr/bin/curl", ["-s", "-w", "%{http_code}", "-o", "/dev/null", "http://\(address)/"])
        #expect(plain.output == "000")

        try FileManager.default.removeItem(atPath: folder + "cert.pem")
        #expect(try isServed(by: "old", at: address), "a file is gone")
        try "half of it".write(toFile: folder + "cert.pem", atomically: true, encoding: .utf8)
        #expect(try isServed(by: "old", at: address), "a file is damaged")
        try put("new-cert.pem", as: "cert.pem")
        for _ in 0..<2 { #expect(try isServed(by: "old", at: address), "the key is still the old one") }
        try put("new-key.pem", as: "key.pem")
        #expect(try isServed(by: "new", at: address))
        #expect(try !isServed(by: "old", at: address))

        server.terminate()
        server.wait()
        let log = place.complaints().split(separator: "\n").filter { $0.contains("certificate") }
        #expect(log.count == 4, "once for each change: \(log)")
        #expect(log.dropLast().allSatisfy { $0.hasPrefix("fault: keeps to its last certificate: ") })
        #expect(log.last?.hasPrefix("uses the renewed certificate in ") == true)
    }

    @Test("Certificate problems that would affect phones are reported at start; a valid certificate has none")
    func findings() async throws {
        func findings(_ name: String, _ address: String?, in time: Int64 = 0, port: Int = 8420) throws -> [String] {
            var options = ServerOptions(uploads: folder)
            options.certificate = .init(chain: folder + "\(name)-cert.pem", key: folder + "\(name)-key.pem")
            options.address = address.flatMap { ServerAddress($0) }
            options.port = port
            return options.findings(at: Timestamp(seconds: Timestamp.present.seconds + time * 86_400))
        }
        try make("wide", for: "DNS:home.example,DNS:*.berg.example,IP:192.168.1.5,IP:::1")
        for address in [
            nil, "https://home.example:8420", "https://tal.berg.example:8420", "https://192.168.1.5:8420",
            "https://[::1]:8420",
        ] {
            #expect(try findings("wide", address).isEmpty, "\(address ?? "")")
        }
        for address in ["https://berg.example:8420", "https://a.tal.berg.example:8420", "https://192.168.1.6:8420"] {
            let found = try findings("wide", address)
            #expect(
                found.count == 1 && found[0].contains("is for home.example, *.berg.example, 192.168.1.5,"), "\(found)")
            #expect(found[0].hasSuffix("so phones refuse \(address)"))
        }
        #expect(try findings("wide", nil, in: 15).first?.contains("-cert.pem expires on 2") == true)
        #expect(
            try findings("wide", nil, in: 21).first?.contains("phones refuse the server until it is renewed") == true)
        #expect(try findings("wide", nil, in: -1).first?.contains("is the clock of this machine right?") == true)
        let port = try findings("wide", "https://home.example")
        #expect(port.count == 1 && port[0].contains("open port 443") && port[0].hasSuffix("https://home.example:8420"))
        #expect(try findings("wide", "https://home.example", port: 443).isEmpty)
        // In the program itself, which keeps running.
        let (server, line) = try await place.serve(
            "--tls-cert", folder + "wide-cert.pem", "--tls-key", folder + "wide-key.pem", "--url",
            "https://other.invalid:8420")
        #expect(line.hasPrefix("Serving Berg at https://other.invalid:8420"))
        try await Task.sleep(for: .milliseconds(500))
        server.terminate()
        server.wait()
        let notes = place.complaints().replacing("\n", with: " ")
        #expect(
            notes.contains("so phones refuse https://other.invalid:8420") && notes.contains("is not known to this"),
            "\(notes)")
    }

    @Test("TLS is version 1.2 or later, with forward secrecy and authenticated ciphers")
    func ciphers() async throws {
        try make("a")
        let (server, line) = try await place.serve(
            "--tls-cert", folder + "a-cert.pem", "--tls-key", folder + "a-key.pem")
        let address = "127.0.0.1:\(try place.port(in: line))"
        func agreed(_ words: String...) throws -> Bool {
            let run = try place.run(
                "/usr/bin/curl", ["-s", "--insecure", "-o", "/dev/null"] + words + ["https://\(address)/"])
            return run.status == 0
        }
        for name in ["AES128-SHA", "AES256-GCM-SHA384", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA"] {
            #expect(try !agreed("--tls-max", "1.2", "--ciphers", name), "\(name)")
        }
        #expect(try !agreed("--tls-max", "1.1", "--ciphers", "DEFAULT@SECLEVEL=0"))
        for name in ["ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305"] {
            #expect(try agreed("--tls-max", "1.2", "--ciphers", name), "\(name)")
        }
        #expect(try agreed("--tlsv1.3"))
        server.terminate()
        server.wait()
    }

    @Test("A world-accessible key is refused; a group-readable key is accepted")
    func openKey() async throws {
        try make("a")
        let words = ["--port", "0", "--tls-cert", folder + "a-cert.pem", "--tls-key", folder + "a-key.pem"]
        for mode in [0o604, 0o602, 0o644] {
            try #require(chmod(folder + "a-key.pem", mode_t(mode)) == 0)
            let run = try place.run(ServedPlace.program, words)
            #expect(run.status == 77 && run.output.contains("everybody on this machine may use"), "\(run.output)")
            #expect(run.output.contains("hint: 'chmod o= "))
        }
        try #require(chmod(folder + "a-key.pem", 0o640) == 0)
        let (server, _) = try await place.serve("--tls-cert", folder + "a-cert.pem", "--tls-key", folder + "a-key.pem")
        server.terminate()
        server.wait()
    }

    @Test(
        "Unusable files are named, with the expected format",
        arguments: [
            ("gone.pem", "a-key.pem", 66, "gone.pem: No such file", "--tls-cert takes the file"),
            ("a-cert.pem", "gone.pem", 66, "gone.pem: No such file", "--tls-key that of"),
            ("a-key.pem", "a-key.pem", 65, "a-key.pem holds no certificate", "BEGIN CERTIFICATE"),
            ("a-cert.pem", "a-cert.pem", 65, "a-cert.pem holds no private key", "'openssl pkey'"),
            ("a-cert.pem", "locked.pem", 65, "locked.pem holds no private key, or one", "without a password"),
            ("a-cert.pem", "b-key.pem", 65, "b-key.pem is not that of the first", "comes first in the chain"),
            (".", "a-key.pem", 65, "holds no certificate", "BEGIN CERTIFICATE"),
        ])
    func unusable(chain: String, key: String, status: Int, message: String, hint: String) throws {
        for name in ["a", "b"] { try make(name) }
        let words = ["pkey", "-in", "a-key.pem", "-aes256", "-passout", "pass:secret", "-out", "locked.pem"]
        try #require(place.run("/usr/bin/openssl", words).status == 0)
        let run = try place.run(
            ServedPlace.program, ["--port", "0", "--tls-cert", folder + chain, "--tls-key", folder + key])
        let lines = run.output.split(separator: "\n")
        #expect(Int(run.status) == status && lines.count == 2, "\(run.status): \(run.output)")
        #expect(lines.first?.hasPrefix("error: ") == true && lines.first?.contains(message) == true, "\(run.output)")
        #expect(lines.last?.hasPrefix("hint: ") == true && lines.last?.contains(hint) == true, "\(run.output)")
    }
}
