// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

extension MemoryReader {
    /// Puts a family there that lives in a time zone.
    func putFamily(zone: String) {
        let members: JSONObject = [
            "id": .string(DocumentID.test(0).description), "kind": "family", "name": "Test", "zone": .string(zone),
        ]
        putFile(members.canonicalBytes(), at: .family)
    }
}

extension DocumentID {
    /// An id for tests: the number stands in its first digits.
    static func test(_ number: Int) -> DocumentID {
        DocumentID(randomBytes: (UInt64(number) << 32, UInt64(number)))
    }
}
