// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension MemoryReader {
    /// Adds a family in the given time zone.
    func putFamily(zone: String) {
        let members: JSONObject = [
            "id": .string(DocumentID.test(0).description), "kind": "family", "name": "Test", "zone": .string(zone),
        ]
        putFile(members.canonicalBytes(), at: .family)
    }
}

extension DocumentID {
    /// An id for tests, with the number in its first digits.
    static func test(_ number: Int) -> DocumentID {
        DocumentID(randomBytes: (UInt64(number) << 32, UInt64(number)))
    }
}
