// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds templates by reference: by words of the name or by `#` and the start of the id.
public struct TemplateFinder: Sendable {
    /// All readable templates, by name, including those in the trash.
    public let templates: [TemplateRecord]

    /// Reads all templates of a version, skipping unreadable ones.
    ///
    /// - Throws: any error of the reader.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        templates = try TemplateRecord.all(reading: reader)
    }

    /// Returns the only template that matches the words. If `isTrash` is true, the templates in the trash are searched
    /// instead.
    ///
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func template(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> TemplateRecord {
        try Reference.one(named: words, among: templates, noun: "template", isTrash: isTrash)
    }
}
