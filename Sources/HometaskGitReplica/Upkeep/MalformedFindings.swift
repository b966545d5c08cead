// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries

/// The findings about documents with values that are invalid for their kinds.
struct MalformedFindings {
    /// The maximum number of values to name.
    private static let mostNamed = 50

    private var named: [Finding] = []
    private var count = 0

    /// Counts the malformed values of a document, and names the first ones in findings.
    mutating func add(_ document: Document, at path: DocumentPath) {
        for fault in document.malformedValues {
            count += 1
            if named.count == Self.mostNamed { continue }
            let place = fault.pointer.isEmpty ? path.text : "\(path.text), \(fault.pointer)"
            named.append(
                Finding(
                    .problem, "value", message: "\(place) should be \(fault.expected), but is \(fault.found)",
                    hint: "Set another value, or correct the file. If a newer hometask wrote it, update this one."
                ))
        }
    }

    /// The findings; if there are very many values, the first ones and the total.
    var findings: [Finding] {
        if count == named.count { return named }
        return named + [
            Finding(.problem, "value", message: "\(count) values are malformed in all; \(named.count) are named here")
        ]
    }
}
