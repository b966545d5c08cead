// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginHost

/// The exit codes, taken from sysexits(3) where one fits.
///
/// The guide's table of exit codes consists of the numbers and their documentation comments here.
enum ExitStatus {
    /// What was asked has been done, or there was nothing to do.
    static let success: Int32 = 0
    /// A negative answer: `doctor` found problems, a setting is not set, the merge driver found a conflict.
    static let unsatisfied: Int32 = 1
    /// The command line is wrong, or a value in it is invalid: a bad date, an ambiguous reference, an option, a field or
    /// a setting that hometask does not have, a field of a plugin that is not enabled, the removal of a plugin that
    /// comes with hometask (EX_USAGE).
    static let usage: Int32 = 64
    /// A document, an input, a photo, a `plugin.json` or what a remote sent is malformed, damaged, too large, or of a
    /// newer format; a plugin reports that it cannot do what was asked (EX_DATAERR).
    static let malformedData: Int32 = 65
    /// What was named does not exist: a task, a member, a plugin, a file (EX_NOINPUT).
    static let notFound: Int32 = 66
    /// The remote, or a service that a plugin needs, cannot be reached; `HOME` is not set, so plugins cannot be found
    /// (EX_UNAVAILABLE).
    static let unavailable: Int32 = 69
    /// An internal error of hometask (EX_SOFTWARE).
    static let internalFault: Int32 = 70
    /// What was to be created already exists (EX_CANTCREAT).
    static let exists: Int32 = 73
    /// Reading or writing failed, or the disk is full, here or at the remote (EX_IOERR).
    static let inputOutput: Int32 = 74
    /// A temporary obstacle, so that trying again may work; a missing confirmation, where nobody can be asked and
    /// `--yes` is not given (EX_TEMPFAIL).
    static let tryAgain: Int32 = 75
    /// The remote refused; it, or the local repository, does not belong to this family; its commits remove many
    /// documents; `undo` is no longer possible; a photo must prove the task; a plugin refused a change, crashed, stopped
    /// responding or sent an invalid answer (EX_PROTOCOL).
    static let refused: Int32 = 76
    /// Not permitted, as when only an adult may do it or a file may not be read; a plugin is not enabled, was disabled,
    /// has changed since it was enabled, has lost its sandbox, or was suspended after failures (EX_NOPERM).
    static let permission: Int32 = 77
    /// There is no family repository here, or a setting, a program or a channel for reminders is missing (EX_CONFIG).
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
