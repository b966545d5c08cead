// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// Why a request was not carried out.
struct EngineError: Error, Hashable {
    /// The kind of an error, by which a program decides.
    enum Code: String {
        /// The request lacks something, or holds something that it should not: a fault of the program that asks.
        case request
        /// A document cannot be read, or is of a later version.
        case document
        /// What was asked for cannot be: a value that no document may hold, a query that cannot be understood.
        case refused
    }

    let code: Code
    let message: String
    let hint: String?

    init(_ code: Code, _ message: String, hint: String? = nil) {
        (self.code, self.message, self.hint) = (code, message, hint)
    }

    /// The refusal of an operation, in its own words.
    init(_ error: ReplicaError) {
        self.init(.refused, error.message, hint: error.hint?.description)
    }

    /// What the asker gets.
    var answer: JSONObject {
        var error: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
        if let hint { error["hint"] = .string(hint) }
        return ["error": .object(error)]
    }
}
