// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Creates the errors of one query.
struct QueryFaults {
    /// The query's text, as shown in errors.
    let text: String

    /// Creates an error at a position in the query.
    func error(
        _ message: String, _ range: Range<Int>, suggestion: String? = nil, hint: Hint? = nil,
        code: ReplicaError.Code = .invalidRequest, candidates: [String] = []
    ) -> QueryError {
        QueryError(
            message, in: text, at: range, suggestion: suggestion, hint: hint, code: code, candidates: candidates)
    }

    /// Creates the error for a value that is not allowed.
    func unknown(
        _ value: QuerySyntax.Value, _ noun: String, among words: [String], values: String
    ) -> QueryError {
        error(
            "‘\(value.text)’ is not \(noun)", value.range, suggestion: Spelling.nearest(to: value.text, among: words),
            hint: "It can be \(values).")
    }
}
