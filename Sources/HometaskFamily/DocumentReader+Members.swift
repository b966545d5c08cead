// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

extension DocumentReader {
    /// Calls a closure with the members of every readable document of a kind, in the order of ids. Only the selected
    /// members are decoded; nil selects all but `~merge`.
    public func forEachMembers(
        of kind: DocumentKind, selecting selected: Set<ExactString>? = nil,
        body: (DocumentPath, JSONObject) throws(ReplicaError) -> Void
    ) throws(ReplicaError) {
        let scanner = selected.map { MemberScanner(selecting: $0) }
        try forEachDocument(of: kind) { path, bytes throws(ReplicaError) in
            let members = if let scanner { try? scanner.listed(of: bytes) } else { try? Document.listed(of: bytes) }
            if let members, path.owns(members) { try body(path, members) }
            return true
        }
    }
}
