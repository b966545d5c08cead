// SPDX-License-Identifier: Apache-2.0

package import HometaskMerging

extension Document {
    /// Applies an edit by a person. Every such edit goes through this method.
    ///
    /// Removals from a set, a text or a list are not events. After a removal from an untouched occurrence of a series,
    /// `previous` is therefore rewritten with the same value, so that the occurrence counts as touched and the removed
    /// part is not derived again.
    package mutating func applyEdit<Result, Failure: Error>(
        by author: Author, _ body: (inout Document) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = self
        let result = try body(&self)
        markAsTouched(since: before, by: author)
        return result
    }

    /// Marks an untouched occurrence as touched if it differs from an earlier state without an event.
    package mutating func markAsTouched(since before: Document, by author: Author) {
        if self != before, seen == before.seen { markAsTouched(by: author) }
    }

    /// Marks an untouched occurrence as touched.
    package mutating func markAsTouched(by author: Author) {
        if Series.isUntouched(self) { RegisterEdit(field: "previous", author: author.weakly).renew(in: &self) }
    }
}
