// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
package import HometaskMerging
package import HometaskTime

/// The series of a recurring task. Each occurrence is a task of its own, whose id is derived from the one before it.
///
/// Invariant: an occurrence has at most one successor, whatever its rule, its date and edits of the series, because the
/// successor's id depends only on the occurrence's id.
public enum Series {
    /// The namespace of the ids of occurrences, a random id: `1c2f7c1e-5b0e-4d0b-9d4e-3b7a90c1d2a5`.
    static let namespace = DocumentID(randomBytes: (0x1c2f_7c1e_5b0e_4d0b, 0x9d4e_3b7a_90c1_d2a5))

    /// Derives the id of an occurrence's successor.
    public static func successor(of occurrence: DocumentID) -> DocumentID {
        .derived(namespace: namespace, name: occurrence.description)
    }

    /// The fields that an occurrence passes on unchanged, in byte order. If one of them is changed for a single
    /// occurrence, the series' value is kept in `series`.
    package static let fields: [FieldName] = Set(TaskField.all.filter { $0.isOfSeries }.map { $0.key }).sorted()

    /// Whether nobody has written to a document since it was derived.
    package static func isUntouched(_ document: Document) -> Bool {
        document["previous"] != nil && document.seen.actors.allSatisfy { $0.isFollowing }
    }

    /// Creates the successor of a completed occurrence, the same on every device; nil if the series ends.
    ///
    /// - Parameter familyZone: the default zone for times without a zone.
    /// - Throws: `RecurrenceRuleError` if the occurrence's rule cannot be read.
    package static func newSuccessor(
        of occurrence: Document, familyZone: TimeZoneRules
    ) throws(RecurrenceRuleError) -> Document? {
        guard let done = Completion(occurrence["completion"]) else { return nil }
        var occurrence = occurrence
        // The checklist gets ids where it has none, by an author that is not recorded anywhere.
        let author = Author(actor: .following(from: occurrence.encoded()), time: done.at)
        occurrence.makeList(of: "items", by: author)
        guard let step = try SeriesStep(from: occurrence, familyZone: familyZone), let values = step.next(done: done.at)
        else { return nil }
        var next = step.emptySuccessor
        SeriesFilling(step, done: done.at, rules: DocumentRules()).fill(&next, with: values)
        return next
    }

    /// Derives the author of values that are written to a document.
    ///
    /// - Parameter content: all written values.
    package static func author(of content: JSON, onto document: Document, at time: Timestamp) -> Author {
        author(of: content, onto: document.encoded(), at: time)
    }

    /// Derives the author of such values, given the bytes of the document.
    package static func author(of content: JSON, onto document: [UInt8], at time: Timestamp) -> Author {
        let origin = "\(time.rfc3339)\n\(content.compactText)\n"
        return Author(actor: .following(from: Array(origin.utf8) + document), time: time)
    }
}
