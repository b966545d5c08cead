// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskMerging

extension TaskDependencies {
    /// The findings when a repository is examined: the rings, with the titles of their tasks.
    public func findings(reading reader: DocumentReader) -> [Finding] {
        rings.map { ring in
            let titles = ring.map { id in
                let document = DocumentPath(kind: .task, id: id).flatMap { try? reader.document(at: $0) }
                return Quotation.of(document?["title"]?.stringValue ?? "#\(id)")
            }
            let message =
                titles.count == 1
                ? "\(titles[0]) comes after itself, which blocks nothing"
                : "\(titles.joined(separator: ", ")) all come after each other, so none of these blocks another"
            return Finding(
                .advice, "order of tasks", message: message,
                hint: "Open the ring with \(.removeOrder(of: String(ring[0].description.prefix(8)))).")
        }
    }
}
