// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

extension DocumentReader {
    /// Whether ``MergeSettling`` may have something to settle after documents were received; cheap if nothing was
    /// merged.
    public func mayHaveMergesToSettle(changed: [DocumentPath]) throws -> Bool {
        let kinds = Set(changed.map(\.kind))
        var isMerged = false
        if kinds.contains(.member) {
            try forEachMembers(of: .member, selecting: ["mergedInto"]) { _, members in
                if members["mergedInto"] != nil { isMerged = true }
            }
        }
        if !isMerged, kinds.contains(.category) || kinds.contains(.task) {
            try forEachMembers(of: .category, selecting: ["mergedInto"]) { _, members in
                if members["mergedInto"] != nil { isMerged = true }
            }
        }
        return isMerged
    }
}
