// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// Why a query cannot be understood, and the place of the error.
///
/// Its texts repeat typed text; a program that shows them on a terminal must escape them.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error: `invalidRequest` for an invalid query, `notFound` and `ambiguous` for names, and
    /// `notConfigured` if it is not known who `me` is.
    public let code: ReplicaError.Code
    /// What is wrong, in a sentence.
    public let message: String
    /// The query with the error: the typed one, or that of a saved view.
    public let text: String
    /// The name of the saved view whose query that is; nil for the typed one.
    public private(set) var view: String?
    /// The range of the error in the text, in bytes of UTF-8; empty if something is missing.
    public let range: Range<Int>
    /// The most likely intended text; nil if nothing is similar.
    public let suggestion: String?
    /// What would be valid, or what to do.
    public let hint: Hint?
    /// Things that match a name, one a line.
    public let candidates: [String]

    init(
        _ message: String, in text: String, at range: Range<Int>, suggestion: String? = nil, hint: Hint? = nil,
        code: ReplicaError.Code = .invalidRequest, candidates: [String] = []
    ) {
        self.code = code
        self.message = message
        self.text = text
        self.range = range
        self.suggestion = suggestion
        self.hint = hint
        self.candidates = candidates
    }

    /// The same as ``message``, without the place, the suggestion and the hint.
    public var description: String { message }

    /// The same error, in the query of a saved view.
    func inView(_ name: String) -> QueryError {
        var error = self
        error.view = error.view ?? name
        return error
    }
}
