// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird

/// An error response with the reason a request failed.
struct ServerFault: Error {
    let status: HTTPResponse.Status
    /// The error code for the page.
    let code: String
    /// A sentence for people.
    let message: String
    /// The number of seconds after which to retry; nil if a retry would not help.
    var wait: Int64?
    /// The cause for the log, hidden from the phone; nil if the message is complete.
    private(set) var cause: String?

    init(_ status: HTTPResponse.Status, _ code: String, message: String, wait: Int64? = nil) {
        (self.status, self.code, self.message, self.wait) = (status, code, message, wait)
    }

    static let notFound = ServerFault(.notFound, "notFound", message: "there is nothing at this address")
    static let notSignedIn = ServerFault(
        .unauthorized, "notSignedIn", message: "this phone is not signed in, or was signed out")

    /// Maps an error to a response; nil for an error that no request can cause.
    init?(_ error: any Error) {
        switch error {
        case let fault as ServerFault: self = fault
        case let fault as ExchangeFault:
            self.init(Self.status(of: fault.code), fault.code.rawValue, message: fault.message)
        case let fault as SignInFault: self.init(of: fault)
        case let fault as PasskeyFault: self = Self.fault(of: fault)
        case let error as any HTTPResponseError:
            self.init(error.status, "http", message: error.status.reasonPhrase.lowercased())
        default: return nil
        }
    }

    private init(of fault: SignInFault) {
        let (status, code) = (Self.status(of: fault.code), fault.code.rawValue)
        guard fault.code == .unavailable else {
            self.init(status, code, message: fault.message)
            return
        }
        self.init(status, code, message: ExchangeFault.notNow.message)
        cause = fault.message
    }

    static func status(of code: ExchangeFault.Code) -> HTTPResponse.Status {
        switch code {
        case .request: .badRequest
        case .tooLarge: .contentTooLarge
        case .unknownDevice: .unauthorized
        case .forbidden: .forbidden
        case .missing: .notFound
        case .outdated: .conflict
        case .unavailable: .serviceUnavailable
        }
    }

    private static func status(of code: SignInFault.Code) -> HTTPResponse.Status {
        switch code {
        case .noInvitation: .forbidden
        case .signedOut: .unauthorized
        case .unavailable: .serviceUnavailable
        }
    }

    /// Maps a passkey fault to a response. All unknown passkeys get the same one; only the log has the details.
    private static func fault(of fault: PasskeyFault) -> ServerFault {
        switch fault.code {
        case .malformed: ServerFault(.badRequest, "request", message: fault.message)
        case .challenge:
            ServerFault(.forbidden, "challenge", message: "this took too long, or has already been done; try again")
        case .untrusted: ServerFault(.forbidden, "untrusted", message: fault.message)
        case .unknown: ServerFault(.forbidden, "passkey", message: "this passkey is not known here, or was removed")
        case .full: ServerFault(.conflict, "passkeys", message: fault.message)
        }
    }

    var response: Response {
        var response = Response(status: status, json: ["code": .string(code), "message": .string(message)])
        if let wait { response.headers[.retryAfter] = String(wait) }
        return response
    }
}
