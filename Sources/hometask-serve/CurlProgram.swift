// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit
import HometaskProcess

/// Makes requests with curl, which uses this machine's proxies, protocols and certificate authorities.
struct CurlProgram: WebClient {
    private let path: String
    /// The only certificate authority to trust, a file in PEM; nil for those of this machine.
    var authority: String?

    /// Finds the installed program, for requests to the provider of sign-ins.
    ///
    /// - Throws: `ReplicaError` if curl is not installed.
    static func find() throws -> CurlProgram {
        guard let program = CurlProgram() else {
            throw ReplicaError(
                .missingProgram, "curl is not installed, by which this server speaks with the provider",
                hint: "Install it (apt-get install curl), or leave --oidc-issuer out.")
        }
        return program
    }

    /// Finds the installed program; nil if there is none.
    init?() {
        guard let path = ProgramPath.find("curl", in: CurrentUser.environment()) else { return nil }
        self.path = path
    }

    func answer(to request: WebRequest) async throws(ServiceFault) -> WebAnswer {
        let outcome = try await outcome(of: request)
        guard outcome.isSuccess else {
            // Exit code 63: the response exceeds --max-filesize.
            throw ServiceFault(outcome.code == 63 ? "the answer is too long" : Self.complaint(outcome))
        }
        return try Self.answer(in: outcome)
    }

    /// Makes a request, and returns how curl ended, with the response in its output.
    func outcome(of request: WebRequest) async throws(ServiceFault) -> ProgramRun.Outcome {
        // -q: ignores the user's .curlrc, which could make curl trust or write anything.
        var run = ProgramRun(path, ["-q", "--config", "-"], environment: CurrentUser.environment())
        run.limit = WebRequest.longestAnswer + 100
        run.folder = "/"
        guard let outcome = await run.outcome(of: Array(configuration(of: request).utf8)) else {
            throw ServiceFault("\(path) cannot be started")
        }
        return outcome
    }

    /// Returns the response in the output of curl, once it has succeeded.
    static func answer(in outcome: ProgramRun.Outcome) throws(ServiceFault) -> WebAnswer {
        // Old versions of curl apply --max-filesize only if the server sends a content length.
        guard outcome.output.count < WebRequest.longestAnswer + 100 else {
            throw ServiceFault("the answer is too long")
        }
        // The status code follows the body, which can be arbitrary bytes.
        guard let status = Int(String(decoding: outcome.output.suffix(3), as: UTF8.self)) else {
            throw ServiceFault("curl has told no status")
        }
        return WebAnswer(status: status, body: Array(outcome.output.dropLast(3)))
    }

    /// Returns curl's error message, as in `curl: (7) Failed to connect …`. Further lines are advice for users of curl.
    static func complaint(_ outcome: ProgramRun.Outcome) -> String {
        let lines = String(decoding: outcome.errors.prefix(2000), as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix("curl: ") }.map { Console.safe(String($0.dropFirst(6))) }
        return line ?? "curl \(outcome.words)"
    }

    /// Returns the configuration that curl reads from standard input, one option per line. Its values do not appear in
    /// the process list, and cannot be mistaken for options.
    private func configuration(of request: WebRequest) -> String {
        var options = [
            ("url", request.url), ("proto", request.isPlain ? "=http" : "=https"),
            ("header", "Accept: application/json"), ("user-agent", "hometask"), ("write-out", "%{http_code}"),
            ("connect-timeout", "\(min(10, request.patience))"), ("max-time", "\(request.patience)"),
            ("max-filesize", "\(WebRequest.longestAnswer)"),
        ]
        if let form = request.form { options.append(("data-raw", form)) }
        if let (user, password) = request.basic { options.append(("user", "\(user):\(password)")) }
        if let token = request.bearer { options.append(("header", "Authorization: Bearer \(token)")) }
        if let authority { options.append(("cacert", authority)) }
        let lines = options.map { "\($0) = \(Self.quoted($1))\n" }
        return "silent\nshow-error\ngloboff\nno-location\n" + (request.basic == nil ? "" : "basic\n") + lines.joined()
    }

    /// Quotes a value for curl's `--config` files. Characters that are special there are dropped; they do not occur in
    /// URLs and encoded fields.
    private static func quoted(_ text: String) -> String {
        "\"" + text.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline && $0 != "\0" } + "\""
    }
}
