// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A browser's response in the JSON forms of Web Authentication Level 3, sections 5.1.8 and 5.1.9. Unneeded members are
/// ignored.
struct PasskeyResponse {
    private let members: JSONObject

    init(_ json: JSONObject) { members = json["response"]?.objectValue ?? [:] }

    /// Decodes a base64url member; throws `malformed` if the member is missing or not valid base64url.
    func bytes(_ name: String) throws(PasskeyFault) -> [UInt8] { try Self.bytes(name, of: members) }

    static func bytes(_ name: String, of members: JSONObject) throws(PasskeyFault) -> [UInt8] {
        guard let bytes = members[ExactString(name)]?.stringValue.flatMap({ Base64.urlSafe.decoded($0) }) else {
            throw PasskeyFault(.malformed, "‘\(name)’ should be bytes in base64url")
        }
        return bytes
    }
}
