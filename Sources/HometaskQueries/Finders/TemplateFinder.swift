// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily

/// Finds the templates that people name, by words of the name or by `#` and the start of the id.
public struct TemplateFinder: Sendable {
    /// All readable templates, by name, including those in the trash.
    public let templates: [TemplateRecord]

    /// Reads all templates of a version; those that cannot be read are left out.
    ///
    /// - Throws: what the reader throws.
    public init(reading reader: DocumentReader) throws(ReplicaError) {
        templates = try TemplateRecord.all(reading: reader)
    }

    /// The one template that words name.
    ///
    /// - Parameter isTrash: whether only templates in the trash are meant.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func template(_ words: [String], isTrash: Bool = false) throws(ReplicaError) -> TemplateRecord {
        try Reference.one(named: words, among: templates, noun: "template", isTrash: isTrash)
    }
}
