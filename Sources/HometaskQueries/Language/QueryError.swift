// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// The reason why a query is invalid, and the position of the error.
///
/// The strings contain user input and must be escaped before they are shown on a terminal.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error: `invalidRequest` for an invalid query, `notFound` and `ambiguous` for names, and
    /// `notConfigured` if the member for `me` is unknown.
    public let code: ReplicaError.Code
    /// The problem, in one sentence.
    public let message: String
    /// The query that contains the error: the typed query or that of a saved view.
    public let text: String
    /// The name of the saved view that contains the error; nil for the typed query.
    public private(set) var view: String?
    /// The range of the error in the text, in bytes of UTF-8; empty if something is missing.
    public let range: Range<Int>
    /// The most likely intended text; nil if no known text is similar.
    public let suggestion: String?
    /// The valid alternatives, or the next step.
    public let hint: Hint?
    /// The things that match an ambiguous name, one per line.
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

    /// The same as ``message``, without the position, the suggestion and the hint.
    public var description: String { message }

    /// Returns the same error, attributed to the query of a saved view.
    func inView(_ name: String) -> QueryError {
        var error = self
        error.view = error.view ?? name
        return error
    }
}
