// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// What the last fetch of originals looked for.
struct OriginalsMark: Equatable {
    let policy: PhotoPolicy
    /// The version of the documents that were looked at.
    let version: String
    /// The photo references that remotes had then, as a digest; empty if that was not asked.
    var references = ""
    /// The photos whose originals no remote had.
    var absent: Set<DocumentID> = []

    init(policy: PhotoPolicy, version: String) {
        self.policy = policy
        self.version = version
    }

    /// Reads what ``bytes`` gives; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let object = try? JSON.parse(bytes).objectValue,
            let policy = object["policy"]?.stringValue.flatMap({ PhotoPolicy(rawValue: $0) }),
            let version = object["version"]?.stringValue, let references = object["references"]?.stringValue,
            let absent = object["absent"]?.arrayValue
        else { return nil }
        self.policy = policy
        self.version = version
        self.references = references
        self.absent = Set(absent.compactMap { $0.stringValue.flatMap { DocumentID($0) } })
    }

    var bytes: [UInt8] {
        let object: JSONObject = [
            "policy": .string(policy.rawValue), "version": .string(version), "references": .string(references),
            "absent": .array(absent.sorted().map { .string($0.description) }),
        ]
        return object.canonicalBytes()
    }
}
