// SPDX-License-Identifier: Apache-2.0

package import HometaskMerging

extension Document {
    /// Carries out an edit of a person. Whatever a person edits goes through this call.
    ///
    /// Some edits are not events: something was removed from a set, a text or a list. In an occurrence of a series that
    /// nobody has written to, `previous` is then written again with the same value, so that the occurrence no longer
    /// counts as untouched and what was removed is not derived again.
    package mutating func applyEdit<Result, Failure: Error>(
        by author: Author, _ body: (inout Document) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = self
        let result = try body(&self)
        markAsTouched(since: before, by: author)
        return result
    }

    /// Marks an occurrence that nobody has written to as touched, if it differs from an earlier state without an event.
    package mutating func markAsTouched(since before: Document, by author: Author) {
        if self != before, seen == before.seen { markAsTouched(by: author) }
    }

    /// Marks an occurrence that nobody has written to as touched.
    package mutating func markAsTouched(by author: Author) {
        if Series.isUntouched(self) { RegisterEdit(field: "previous", author: author.weakly).renew(in: &self) }
    }
}
