// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskFamily
import HometaskMerging

extension DocumentReader {
    /// Whether a task may have several completions to settle; false positives are possible. Reads the document's bytes.
    package func mayHaveSeveralCompletions(at path: DocumentPath) -> Bool {
        guard let bytes = try? bytes(at: path) else { return false }
        if bytes.withUnsafeBytes({ DocumentListing.mayHoldSeveralValues($0) }) { return true }
        let members = try? MemberScanner(selecting: ["conflicts"]).members(of: bytes)
        return members?["conflicts"]?["completion"] != nil
    }
}
