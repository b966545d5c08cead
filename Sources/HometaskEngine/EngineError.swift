// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// Why a request failed.
struct EngineError: Error, Hashable {
    /// The kind of an error, for programs.
    enum Code: String {
        /// The request is malformed: an error of the calling program.
        case request
        /// A document cannot be read, or has a later version's format.
        case document
        /// The request cannot be fulfilled, for instance because of an invalid value or query.
        case refused
    }

    let code: Code
    let message: String
    let hint: String?

    init(_ code: Code, _ message: String, hint: String? = nil) {
        (self.code, self.message, self.hint) = (code, message, hint)
    }

    /// Creates the error for a failed operation, with its message and hint.
    init(_ error: ReplicaError) {
        self.init(.refused, error.message, hint: error.hint?.description)
    }

    /// The error in the form of an answer.
    var answer: JSONObject {
        var error: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
        if let hint { error["hint"] = .string(hint) }
        return ["error": .object(error)]
    }
}
