// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskHashing
import HometaskKit
import Testing

/// An authenticator with one passkey, and the browser in front of it. Its key and its signatures are OpenSSL's.
final class TestPasskey {
    let id: [UInt8]
    var origin = "https://home.example"
    var host = "home.example"
    /// What is said of the person: present and verified.
    var flags: UInt8 = 0x05
    var counter: UInt8 = 0
    var handle: String?
    private let folder: String
    private var key: String { folder + "/key.pem" }

    init() throws {
        id = (0..<32).map { _ in .random(in: .min ... .max) }
        folder = FileManager.default.temporaryDirectory.appending(path: "passkey-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try openssl(["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func openssl(_ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return bytes
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func clientData(_ type: String, _ options: JSONObject) -> [UInt8] {
        let members: JSONObject = [
            "challenge": options["challenge"] ?? .null, "crossOrigin": false, "origin": .string(origin),
            "type": .string(type),
        ]
        return members.compactBytes()
    }

    private func head(_ more: UInt8) -> [UInt8] {
        SHA256.digest(Array(host.utf8)) + [flags | more, 0, 0, 0, counter]
    }

    /// What a browser sends after it has made the passkey as the server asks.
    func registration(_ options: JSONObject) throws -> JSONObject {
        handle = options["user"]?["id"]?.stringValue
        let point = try openssl(["ec", "-in", key, "-pubout", "-outform", "DER"]).suffix(64)
        let cose: [UInt8] =
            [0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + point.prefix(32) + [0x22, 0x58, 32] + point.suffix(32)
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

    /// What a browser sends to sign in as the server asks.
    func assertion(_ options: JSONObject) throws -> JSONObject {
        let (client, data) = (clientData("webauthn.get", options), head(0))
        let file = folder + "/signed"
        try Data(data + SHA256.digest(client)).write(to: URL(filePath: file))
        return [
            "id": .string(Self.base64URL(id)), "type": "public-key",
            "response": [
                "authenticatorData": .string(Self.base64URL(data)),
                "clientDataJSON": .string(Self.base64URL(client)),
                "signature": .string(Self.base64URL(try openssl(["dgst", "-sha256", "-sign", key, file]))),
                "userHandle": .string(handle ?? ""),
            ],
        ]
    }
}

extension TestPhone {
    /// Asks for the options of a new passkey.
    func passkeyOptions() async throws -> JSONObject { try await send("POST", "/passkeys/options").json }

    /// Sends a passkey that was made.
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
    /// Asks for the options to sign in.
    func signInOptions() async throws -> JSONObject { try await send("POST", "/api/sign-in/passkey/options").json }

    /// Sends the proof that somebody has a passkey.
    func signIn(_ assertion: JSONObject, _ headers: [String: String] = [:]) async throws -> Answer {
        try await send(
            "POST", "/api/sign-in/passkey", ["Content-Type": "application/json"].merging(headers) { $1 },
            body: assertion.compactBytes())
    }

    /// Signs in with a passkey.
    func signIn(with passkey: TestPasskey) async throws -> Answer {
        try await signIn(try passkey.assertion(signInOptions()))
    }
}
