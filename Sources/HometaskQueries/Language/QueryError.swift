// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// Why a query cannot be understood, and where.
///
/// Its texts repeat what was typed; whoever shows them on a terminal escapes them.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error: `invalidRequest` for what makes no sense, `notFound` and `ambiguous` for names, and
    /// `notConfigured` where it is not known who `me` is.
    public let code: ReplicaError.Code
    /// What is wrong, in a sentence.
    public let message: String
    /// The query with the error: the typed one, or that of a saved view.
    public let text: String
    /// The name of the saved view whose query that is; nil for the typed one.
    public private(set) var view: String?
    /// Where the fault is in the text, counted in bytes of UTF-8; empty if something is missing.
    public let range: Range<Int>
    /// What may have been meant in that place; nil if nothing seems near.
    public let suggestion: String?
    /// What would be valid, or what to do.
    public let hint: Hint?
    /// Things that a name fits, each a line to show.
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
