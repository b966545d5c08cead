// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginHost

/// The exit codes, taken from sysexits(3) where one fits.
enum ExitStatus {
    static let success: Int32 = 0
    /// The command was understood, and the result is negative: `doctor` found problems, a setting is not set.
    static let unsatisfied: Int32 = 1
    /// The command line is invalid, or contains an invalid value (EX_USAGE).
    static let usage: Int32 = 64
    /// A document or an input is malformed (EX_DATAERR).
    static let malformedData: Int32 = 65
    /// The thing named does not exist (EX_NOINPUT).
    static let notFound: Int32 = 66
    /// The remote cannot be reached (EX_UNAVAILABLE).
    static let unavailable: Int32 = 69
    /// A bug in hometask itself (EX_SOFTWARE).
    static let internalFault: Int32 = 70
    /// The thing exists already (EX_CANTCREAT).
    static let exists: Int32 = 73
    /// Reading or writing failed; the disk is full (EX_IOERR).
    static let inputOutput: Int32 = 74
    /// A temporary obstacle, or a missing confirmation; trying again may help (EX_TEMPFAIL).
    static let tryAgain: Int32 = 75
    /// The remote gave an unexpected answer: it refused, or belongs to another family (EX_PROTOCOL).
    static let refused: Int32 = 76
    /// Permission is denied, an adult is needed, authentication fails, or a plugin is not enabled (EX_NOPERM).
    static let permission: Int32 = 77
    /// No family repository here, or a setting is missing (EX_CONFIG).
    static let configuration: Int32 = 78
    /// Ended by Ctrl-C; shells use 128 plus the number of SIGINT.
    static let interrupted: Int32 = 130
    /// Ended by SIGTERM, or because the terminal was closed.
    static let terminated: Int32 = 143

    static func of(_ code: ReplicaError.Code) -> Int32 {
        switch code {
        case .invalidRequest, .invalidValue, .ambiguous: usage
        case .notFound: notFound
        case .alreadyExists: exists
        case .noRepository, .notConfigured, .missingProgram: configuration
        case .foreignRepository, .rejected, .heldBack, .superseded, .forbidden: refused
        case .damaged, .damagedRemote, .unreadableDocument, .newerFormat, .malformedFile: malformedData
        case .permission, .adultsOnly, .authentication: permission
        case .diskFull, .inputOutput, .unopened: inputOutput
        case .busy, .unsettled, .unconfirmed: tryAgain
        case .unreachable: unavailable
        case .interrupted: interrupted
        case .terminated: terminated
        default: internalFault
        }
    }

    static func of(_ code: PluginHostError.Code) -> Int32 {
        switch code {
        case .notFound: notFound
        case .notEnabled, .setAside: permission
        case .fault: refused
        case .refused, .invalid: malformedData
        case .invalidValue, .bundled: usage
        case .unavailable: unavailable
        case .exists: exists
        case .storage: inputOutput
        }
    }
}
