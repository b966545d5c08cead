// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// The result of the last fetch of originals.
struct OriginalsMark: Equatable {
    let policy: PhotoPolicy
    /// The version of the documents that were examined.
    let version: String
    /// A digest of the photo references that remotes had then; empty if they were not asked.
    var references = ""
    /// The photos whose originals no remote had.
    var absent: Set<DocumentID> = []

    init(policy: PhotoPolicy, version: String) {
        self.policy = policy
        self.version = version
    }

    /// Parses what ``bytes`` returns; nil for anything else.
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
