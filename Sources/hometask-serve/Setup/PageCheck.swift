// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit
import HometaskProcess

/// Checks that phones can use the server at its address: that the name is known, the certificate trusted, and the page
/// and its service worker are there. The requests come from this machine, by the way that phones take.
struct PageCheck {
    let address: ServerAddress
    /// The machine's own authority for the home network.
    let authority: HomeAuthority

    private static let subject = "phones"
    /// The timeout of a request, in seconds: somebody waits for the answer.
    private static let patience = 5

    /// Makes the requests, and returns the findings.
    func findings() async -> [Finding] {
        if let obstacle = address.obstacle { return [Self.problem(obstacle, hint: Self.setup)] }
        guard !address.isOfThisMachine else {
            return [
                Finding(
                    .advice, Self.subject, message: "only this machine can open \(address)", hint: Self.setup)
            ]
        }
        guard let curl = CurlProgram() else {
            return [
                Finding(
                    .advice, Self.subject, message: "\(address) was not checked, since curl is not installed",
                    hint: "Install it: sudo apt install curl.")
            ]
        }
        let trusted = await finding(by: curl, whom: "browsers trust")
        guard case .untrusted = trusted, isOfAuthority else { return [trusted.finding] }
        var own = curl
        own.authority = authority.certificate
        let result = await finding(by: own, whom: "phones trust once they have installed this machine's")
        guard result.finding.severity == .fine, (try? await authority.isExpiring()) == true else {
            return [result.finding]
        }
        return [
            Finding(
                .advice, Self.subject, message: "the certificate of \(address) expires within a month", hint: renewal)
        ]
    }

    /// Whether the address is the one that the machine's own authority vouches for.
    private var isOfAuthority: Bool {
        authority.host.map { ServerAddress("https://\($0):\(address.port)") == address } ?? false
    }

    /// What renews the certificate of the home network.
    private var renewal: Hint { "'hometask serve setup home \(authority.host ?? "")' renews it." }

    private static let setup: Hint = "'hometask setup' sets up an address with HTTPS."

    private static func problem(_ message: String, hint: Hint? = nil) -> Finding {
        Finding(.problem, subject, message: message, hint: hint)
    }

    private enum Result {
        case found(Finding)
        /// The certificate is not trusted.
        case untrusted(Finding)

        var finding: Finding {
            switch self {
            case .found(let finding), .untrusted(let finding): finding
            }
        }
    }

    private func finding(by curl: CurlProgram, whom: String) async -> Result {
        do throws(ServiceFault) {
            for (path, part) in [("/", "/app.js"), ("/worker.js", "addEventListener")] {
                var request = WebRequest("\(address)\(path)")
                request.patience = Self.patience
                let outcome = try await curl.outcome(of: request)
                guard outcome.isSuccess else { return failure(outcome) }
                let answer = try CurlProgram.answer(in: outcome)
                guard answer.status == 200 else { return .found(refusal(answer.status)) }
                guard String(decoding: answer.body, as: UTF8.self).contains(part) else {
                    return .found(
                        Self.problem(
                            "\(address)\(path) is not that of hometask",
                            hint: "Another program answers there, or a proxy does not forward all paths."))
                }
            }
        } catch {
            return .found(Self.problem("\(address) cannot be opened: \(error.message)"))
        }
        return .found(
            Finding(
                .fine, Self.subject,
                message: "\(address) has the page and its service worker, with a certificate that \(whom)"))
    }

    /// Returns the finding for a response other than the page.
    private func refusal(_ status: Int) -> Finding {
        switch status {
        case 404:
            Self.problem(
                "\(address) has no page", hint: "The server needs engine.wasm, which the package hometask-serve has.")
        case 502, 503, 504:
            Self.problem(
                "\(address) answers \(status): the proxy or tunnel does not reach the server",
                hint: "'systemctl --user status hometask-serve' shows whether it runs.")
        default: Self.problem("\(address) answers \(status) instead of the page")
        }
    }

    /// Returns the finding for a request without a response, by the exit codes of curl(1).
    private func failure(_ outcome: ProgramRun.Outcome) -> Result {
        let reason = CurlProgram.complaint(outcome)
        switch outcome.code {
        case 6: return .found(Self.problem("the name in \(address) is not known to this machine", hint: nameHint))
        case 7, 28, 52, 56:
            return .found(
                Self.problem(
                    "nothing answers at \(address): \(reason)",
                    hint: "'systemctl --user status hometask-serve' shows whether the server runs."))
        case 35: return .found(Self.problem("what answers at \(address) does not speak HTTPS: \(reason)"))
        case 51, 58, 60:
            return .untrusted(
                Self.problem(
                    "the certificate of \(address) is not trusted: \(reason)",
                    hint: isOfAuthority
                        ? renewal : "Phones need a certificate that their browsers trust: 'hometask help phones'."))
        default: return .found(Self.problem("\(address) cannot be opened: \(reason)"))
        }
    }

    private var nameHint: Hint {
        let name = address.name ?? ""
        if name.hasSuffix(".local") { return "Install what makes it known: sudo apt install avahi-daemon libnss-mdns." }
        if name.hasSuffix(".ts.net") { return "'tailscale status' shows whether this machine is connected." }
        return "The domain's DNS needs an entry for it."
    }
}
