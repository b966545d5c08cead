// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import TestSupport
import Testing

/// A loopback HTTPS server for the git repositories in a folder, with a self-signed certificate.
final class HTTPSServer {
    /// The self-signed certificate, which clients reject by default.
    let certificate: String
    private let server: LocalServer

    /// Whether python3 and openssl are installed.
    static let isPossible = ["python3", "openssl"].allSatisfy { Tool($0).isInstalled }

    /// - Parameter hasExpired: whether the certificate expired yesterday.
    init(serving folder: String, in root: TemporaryFolder, hasExpired: Bool = false) throws {
        certificate = root.path + "/certificate.pem"
        let key = root.path + "/key.pem"
        let environment = ["PATH": Tool.searchPath, "HOME": root.path]
        try RunningProgram(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate,
                "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ], environment: environment, folder: root.path, input: ""
        ).finish().expect()
        if hasExpired {
            try "subjectAltName=DNS:localhost,IP:127.0.0.1\n".write(
                toFile: root.path + "/names", atomically: true, encoding: .utf8)
            for words in [
                ["req", "-new", "-key", key, "-subj", "/CN=localhost", "-out", root.path + "/request"],
                [
                    "x509", "-req", "-in", root.path + "/request", "-signkey", key, "-days", "-1", "-extfile",
                    root.path + "/names", "-out", certificate,
                ],
            ] {
                try RunningProgram("openssl", words, environment: environment, folder: root.path, input: "")
                    .finish().expect()
            }
        }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/https_server.py"
        server = try LocalServer([script, folder, certificate, key], environment: environment)
        try #require(Int(server.line) != nil, "the server did not start")
    }

    /// The URL of a repository in the folder.
    func url(_ path: String) -> String { "https://localhost:\(server.line)/\(path)" }
}
