// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskProcess

/// A POST request with JSON, sent by curl, which uses the proxies, protocols and certificate authorities of this
/// machine.
struct WebRequest {
    /// The URL of the request.
    var address: WebAddress
    /// The JSON object of the body.
    var body: JSONObject
    /// The bearer token of this device for the server; nil for none.
    var token: String?
    /// The path of a file with trusted certificate authorities; nil for the system's.
    var authorities: String?

    init(to address: WebAddress, _ body: JSONObject, in session: PluginSession) {
        self.address = address
        self.body = body
        authorities = session.setting("ca-file")
    }

    /// Sends the request.
    ///
    /// - Throws: `RPCError` if there is no response, or if its status is not 200 to 299.
    func send() throws {
        let run = ProgramRun("/usr/bin/curl", ["-q", "--config", "-"], environment: CurrentUser.environment())
        let outcome: ProgramRun.Outcome
        do throws(SystemError) {
            outcome = try run.run(Array(configuration.utf8))
        } catch {
            throw RPCError(.refused, "/usr/bin/curl cannot be started: \(error)", hint: "Install curl.")
        }
        let server = address.server
        guard outcome.isSuccess else {
            let complaint = Self.complaint(outcome) ?? outcome.complaint ?? "curl \(outcome.words)"
            throw RPCError(.unavailable, "\(Self.shown(server)) cannot be reached: \(complaint)")
        }
        let code = String(decoding: outcome.output, as: UTF8.self)
        guard code.count == 3, code.hasPrefix("2") else { throw Self.refusal(server, code) }
    }

    /// Returns curl's error message, as in `curl: (7) Failed to connect …`. The following lines are advice for users of
    /// curl.
    private static func complaint(_ outcome: ProgramRun.Outcome) -> String? {
        let lines = String(decoding: outcome.errors.prefix(2000), as: UTF8.self).split(separator: "\n")
        return lines.first { $0.hasPrefix("curl: ") }.map { String($0.dropFirst(6).filter { !$0.isNewline }) }
    }

    private static func refusal(_ server: String, _ code: String) -> RPCError {
        let message = "\(shown(server)) answered with the status \(code)"
        switch Int(code) ?? 0 {
        case 300..<400: return RPCError(.refused, message, hint: "The address has moved: use the new one.")
        case 408, 425, 429: return RPCError(.unavailable, message)
        case 400..<500: return RPCError(.refused, message, hint: "Check the address and the token.")
        default: return RPCError(.unavailable, message)
        }
    }

    /// Returns a server address without user name and password.
    private static func shown(_ server: String) -> String {
        guard let end = server.lastIndex(of: "@"), let start = server.firstRange(of: "://")?.upperBound else {
            return server
        }
        return String(server[..<start] + server[server.index(after: end)...])
    }

    /// The configuration for curl's standard input, with one option per line. Its values are not visible in the process
    /// list, and no address or text can be mistaken for an option. Redirects are not followed, and only HTTP and HTTPS
    /// are allowed.
    var configuration: String {
        var options = [
            ("url", address.text), ("proto", "=http,https"), ("request", "POST"),
            ("data-binary", JSON.object(body).compactText), ("header", "Content-Type: application/json"),
            ("header", "Expect:"), ("user-agent", "hometask"), ("output", "/dev/null"), ("write-out", "%{http_code}"),
            ("connect-timeout", "10"), ("max-time", "20"),
        ]
        if let token { options.append(("header", "Authorization: Bearer \(token)")) }
        if let authorities { options.append(("cacert", authorities)) }
        let lines = options.map { "\($0) = \(Self.quoted($1))\n" }
        return "silent\nshow-error\ngloboff\nno-location\n" + lines.joined()
    }

    /// Returns a value in quotes, in the syntax of curl's `--config` files.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case "\0": break
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
