// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskTime

/// Makes the errors of one query.
struct QueryFaults {
    /// The query's text, which the errors show.
    let text: String

    /// An error at a place in the query.
    func error(
        _ message: String, _ range: Range<Int>, suggestion: String? = nil, hint: Hint? = nil,
        code: ReplicaError.Code = .invalidRequest, candidates: [String] = []
    ) -> QueryError {
        QueryError(
            message, in: text, at: range, suggestion: suggestion, hint: hint, code: code, candidates: candidates)
    }

    /// The error for a value that is not one of the allowed values.
    func unknown(
        _ value: QuerySyntax.Value, _ noun: String, among words: [String], values: String
    ) -> QueryError {
        error(
            "‘\(value.text)’ is not \(noun)", value.range, suggestion: Spelling.nearest(to: value.text, among: words),
            hint: "It can be \(values).")
    }
}
