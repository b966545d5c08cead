// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging

extension MemoryReader {
    /// A family in a time zone.
    convenience init(zone: String, _ members: JSONObject = [:]) {
        var family = members
        family["id"] = .string(DocumentID.test(0).description)
        family["kind"] = "family"
        family["name"] = "Test"
        family["zone"] = .string(zone)
        self.init([.family: family.canonicalBytes()])
    }
}

extension DocumentID {
    /// An id for tests, with the number in its first digits.
    static func test(_ number: Int) -> DocumentID {
        DocumentID(randomBytes: (UInt64(number) << 32, UInt64(number)))
    }

    var json: JSON { .string(description) }
}

extension Timestamp: ExpressibleByStringLiteral {
    /// Parses a time such as `2026-11-21T09:00:00Z`; anything else is 1970.
    public init(stringLiteral value: String) {
        self = Timestamp(rfc3339: value) ?? Timestamp(seconds: 0)
    }

    static func + (time: Timestamp, seconds: Int64) -> Timestamp { Timestamp(seconds: time.seconds + seconds) }
    static func - (time: Timestamp, seconds: Int64) -> Timestamp { Timestamp(seconds: time.seconds - seconds) }
}
