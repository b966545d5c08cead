// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskProcess

/// A GET request for JSON, sent by curl, which uses the proxies, protocols and certificate authorities of this machine.
struct ServiceQuery {
    /// The scheme and host of the service, without user name and password.
    let server: String
    private let base: String
    private let language: String?
    private var parameters: [String] = []

    /// The maximum size of a response in bytes.
    static let mostBytes = 1_000_000

    /// A query to the service in this device's settings.
    init(_ session: PluginSession) throws {
        let text = session.setting("server") ?? "https://nominatim.openstreetmap.org"
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\^`{|}?#".utf8.contains($0) }
        guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }), isPlain,
            text.utf8.count <= 500, text.utf8.count > scheme.utf8.count
        else {
            throw RPCError(
                .refused, "‘server’ should be a web address, but is ‘\(text.prefix(100))’",
                hint: "Set it with 'hometask plugin config nominatim server https://nominatim.example.org'.")
        }
        base = text.hasSuffix("/") ? String(text.dropLast()) : text
        let rest = base.dropFirst(scheme.count)
        server = scheme + (rest.split(separator: "/").first?.split(separator: "@").last ?? "")
        language = session.setting("language")
    }

    /// Adds a parameter to the URL. The value is percent-encoded; the name is used verbatim.
    mutating func add(_ name: String, _ value: String) {
        parameters.append("\(name)=\(Self.encoded(value))")
    }

    /// Sends the request, and returns the response body.
    ///
    /// - Throws: `RPCError` if there is no response, if it is too long, or if its status is not 200.
    func answer() throws -> [UInt8] {
        var run = ProgramRun("/usr/bin/curl", ["-q", "--config", "-"], environment: CurrentUser.environment())
        run.limit = Self.mostBytes + 100
        let outcome: ProgramRun.Outcome
        do throws(SystemError) {
            outcome = try run.run(Array(configuration.utf8))
        } catch {
            throw RPCError(.refused, "/usr/bin/curl cannot be started: \(error)", hint: "Install curl.")
        }
        guard outcome.isSuccess else {
            // 63: --max-filesize exceeded.
            let reason =
                outcome.code == 63 ? "the answer is too long" : Self.complaint(outcome) ?? "curl \(outcome.words)"
            throw RPCError(.unavailable, "\(server) cannot be queried: \(reason)")
        }
        // Old versions of curl apply --max-filesize only if the server sends a Content-Length.
        guard outcome.output.count < run.limit else {
            throw RPCError(.unavailable, "\(server) cannot be queried: the answer is too long")
        }
        // The status code follows the body, which may be anything.
        let code = String(decoding: outcome.output.suffix(3), as: UTF8.self)
        guard code == "200" else {
            throw RPCError(
                .unavailable, "\(server) answered with the status \(code.filter(\.isNumber))",
                hint: code == "403" || code == "429"
                    ? "It accepts no more searches from here at the moment; wait a while." : nil)
        }
        return Array(outcome.output.dropLast(3))
    }

    /// Returns curl's error message, as in `curl: (7) Failed to connect …`. The following lines are advice for users of
    /// curl.
    private static func complaint(_ outcome: ProgramRun.Outcome) -> String? {
        let lines = String(decoding: outcome.errors.prefix(2000), as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("curl: ") }.map { String($0.dropFirst(6).filter { !$0.isNewline }) }
            ?? outcome.complaint
    }

    /// The configuration for curl's standard input, with one option per line. Its values are not visible in the process
    /// list, and cannot be mistaken for options. Redirects are not followed, and only HTTP and HTTPS are allowed.
    private var configuration: String {
        var options = [
            ("url", "\(base)/search?\(parameters.joined(separator: "&"))"), ("proto", "=http,https"),
            ("header", "Accept: application/json"), ("user-agent", "hometask"), ("write-out", "%{http_code}"),
            ("connect-timeout", "10"), ("max-time", "15"), ("max-filesize", "\(Self.mostBytes)"),
        ]
        if let language { options.append(("header", "Accept-Language: \(language)")) }
        let lines = options.map { "\($0) = \"\($1.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\"\n" }
        return "silent\nshow-error\ngloboff\nno-location\n" + lines.joined()
    }

    /// Percent-encodes a string for a query (RFC 3986, section 2): all bytes except letters, digits and `-._~`.
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
