// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskHashing
import HometaskKit
import Testing

/// An authenticator with one passkey, and its browser. The openssl program makes the signatures.
final class TestPasskey {
    /// The key of RFC 6979, appendix A.2.5: the private scalar, and the coordinates of the public point.
    private static let key = [
        "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
        "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6",
        "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299",
    ].map { text in
        stride(from: 0, to: 64, by: 2).map { UInt8(text.dropFirst($0).prefix(2), radix: 16) ?? 0 }
    }
    /// The same key in openssl's format (RFC 5915).
    private static let file: [UInt8] =
        [0x30, 0x77, 2, 1, 1, 4, 0x20] + key[0]
        + [0xA0, 0x0A, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7, 0xA1, 0x44, 3, 0x42, 0, 4] + key[1] + key[2]

    let id: [UInt8]
    var origin = "https://home.example"
    var host = "home.example"
    /// The user flags: present and verified.
    var flags: UInt8 = 0x05
    var counter: UInt8 = 0
    var handle: String?
    /// The type reported by the browser; nil for the actual one.
    var type: String?
    /// Whether the browser reports a cross-origin frame.
    var isCrossOrigin = false
    private let folder: String

    init() throws {
        id = (0..<32).map { _ in .random(in: .min ... .max) }
        folder = FileManager.default.temporaryDirectory.appending(path: "passkey-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(Self.file).write(to: URL(filePath: folder + "/key"))
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func signature(of bytes: [UInt8]) throws -> [UInt8] {
        try Data(bytes).write(to: URL(filePath: folder + "/signed"))
        let words = ["dgst", "-sha256", "-keyform", "DER", "-sign", folder + "/key", folder + "/signed"]
        let (bytes, status) = try ChildProgram("openssl", words).run(errors: .nothing)
        try #require(status == 0)
        return bytes
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func clientData(_ type: String, _ options: JSONObject) -> [UInt8] {
        let members: JSONObject = [
            "challenge": options["challenge"] ?? .null, "crossOrigin": .bool(isCrossOrigin), "origin": .string(origin),
            "type": .string(self.type ?? type),
        ]
        return members.compactBytes()
    }

    private func head(_ more: UInt8) -> [UInt8] {
        SHA256.digest(Array(host.utf8)) + [flags | more, 0, 0, 0, counter]
    }

    /// Creates the passkey with the server's options, and returns the browser's message.
    func registration(_ options: JSONObject) throws -> JSONObject {
        handle = options["user"]?["id"]?.stringValue
        let cose: [UInt8] =
            [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + Self.key[1] + [0x22, 0x58, 32] + Self.key[2]
        let data = head(0x40) + [UInt8](repeating: 0, count: 16) + [0, UInt8(id.count)] + id + cose
        return [
            "id": .string(Self.base64URL(id)), "type": "public-key",
            "response": [
                "attestationObject": "", "authenticatorData": .string(Self.base64URL(data)),
                "clientDataJSON": .string(Self.base64URL(clientData("webauthn.create", options))),
                "publicKeyAlgorithm": -7,
            ],
        ]
    }

    /// Signs in with the server's options, and returns the browser's message.
    func assertion(_ options: JSONObject) throws -> JSONObject {
        let (client, data) = (clientData("webauthn.get", options), head(0))
        return [
            "id": .string(Self.base64URL(id)), "type": "public-key",
            "response": [
                "authenticatorData": .string(Self.base64URL(data)),
                "clientDataJSON": .string(Self.base64URL(client)),
                "signature": .string(Self.base64URL(try signature(of: data + SHA256.digest(client)))),
                "userHandle": .string(handle ?? ""),
            ],
        ]
    }
}

extension TestPhone {
    /// Requests the options for a new passkey.
    func passkeyOptions() async throws -> JSONObject { try await send("POST", "/passkeys/options").json }

    /// Sends a new passkey to the server.
    func add(_ registration: JSONObject) async throws -> RawClient.Answer {
        try await send("POST", "/passkeys", body: registration.compactBytes())
    }

    /// Adds a new passkey, and returns it.
    func addPasskey() async throws -> TestPasskey {
        let passkey = try TestPasskey()
        let answer = try await add(passkey.registration(passkeyOptions()))
        try #require(answer.status == 201, "\(answer.json)")
        return passkey
    }
}

extension RawClient {
    /// Requests the options for signing in.
    func signInOptions() async throws -> JSONObject { try await send("POST", "/api/sign-in/passkey/options").json }

    /// Sends an assertion to sign in.
    func signIn(_ assertion: JSONObject, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send(
            "POST", "/api/sign-in/passkey", headers: ["Content-Type": "application/json"].merging(headers) { $1 },
            body: assertion.compactBytes())
    }

    /// Signs in with a passkey.
    func signIn(with passkey: TestPasskey) async throws -> Answer {
        try await signIn(try passkey.assertion(signInOptions()))
    }

    /// Signs in with a passkey through a proxy, from a client address.
    func signIn(with passkey: TestPasskey, from address: String) async throws -> Answer {
        let headers = ["X-Forwarded-For": address]
        let options = try await send("POST", "/api/sign-in/passkey/options", headers: headers)
        return try await signIn(passkey.assertion(options.json), headers)
    }
}
