// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskSignIn
import HometaskTerminal

/// The text and the exit code for an error, in the same format as in the rest of hometask. The codes are those of
/// sysexits(3).
struct ErrorReport {
    let text: String
    let status: Int32

    init(_ error: any Error) {
        switch error {
        case let code as ExitCode: self.init(text: "", status: code.rawValue)
        case let error as ReplicaError:
            self.init(text: Self.text(of: error), status: Self.status(of: error.code))
        case let fault as SignInFault:
            let text = "error: \(Console.safe(fault.message))\n"
            self.init(text: text, status: fault.code == .unavailable ? 74 : 66)
        case let fault as StartFault:
            let hint = Self.hint(for: fault.kind).map { "hint: \(Console.safe($0))\n" } ?? ""
            self.init(text: "error: \(Console.safe(fault.message))\n" + hint, status: Self.status(of: fault.kind))
        default:
            let code = HometaskServe.exitCode(for: error)
            guard code == .success || code == .validationFailure else {
                self.init(text: "error: \(Console.safe("\(error)"))\n", status: 70)
                return
            }
            var message = HometaskServe.fullMessage(for: error)
            if message.hasPrefix("Error: ") { message = "error: " + message.dropFirst("Error: ".count) }
            message = EscapedText.safe(message, keepsLines: true)
            self.init(text: message + "\n", status: code == .success ? 0 : 64)
        }
    }

    private init(text: String, status: Int32) {
        // Help, which is not an error, has already been wrapped by the argument parser.
        self.text = status == 0 ? text : Console.wrapped(text)
        self.status = status
    }

    private static func text(of error: ReplicaError) -> String {
        var lines = ["error: \(Console.safe(error.message))"] + error.candidates.map { "  \(Console.safe($0))" }
        if let hint = error.hint { lines.append("hint: \(Console.safe(text(of: hint)))") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the text of a hint, with the names of commands.
    static func text(of hint: Hint) -> String { hint.text(naming: name) }

    /// Returns the name of a suggested action, as a `hometask` command if there is one.
    private static func name(of action: SuggestedAction) -> String {
        switch action {
        case .makeFamily: "'hometask init'"
        case .joinFamily: "'hometask join'"
        case .examine: "'hometask doctor'"
        case .repair: "'hometask doctor --repair'"
        case .sync: "'hometask sync'"
        default: "‘\(action.name)’"
        }
    }

    private static func hint(for kind: StartFault.Kind) -> String? {
        switch kind {
        case .address: nil
        case .missing, .unreadable:
            "--tls-cert takes the file of the certificate chain, --tls-key that of its private key, both in PEM."
        case .noCertificate:
            "--tls-cert takes a certificate chain in PEM, which begins with -----BEGIN CERTIFICATE-----."
        case .openKey: "'chmod o= FILE' leaves it to its owner and group."
        case .noKey: "--tls-key takes a private key in PEM without a password; 'openssl pkey' removes one."
        case .otherKey: "The server's own certificate comes first in the chain, and those of its issuers follow."
        }
    }

    private static func status(of kind: StartFault.Kind) -> Int32 {
        switch kind {
        case .noCertificate, .noKey, .otherKey: 65
        case .missing: 66
        case .address, .unreadable: 74
        case .openKey: 77
        }
    }

    private static func status(of code: ReplicaError.Code) -> Int32 {
        switch code {
        case .invalidRequest, .invalidValue, .ambiguous: 64
        case .damaged, .unreadableDocument, .newerFormat: 65
        case .notFound: 66
        case .unreachable: 69
        case .diskFull, .inputOutput: 74
        case .busy, .unsettled: 75
        case .permission: 77
        case .noRepository, .notConfigured, .missingProgram: 78
        default: 70
        }
    }
}
