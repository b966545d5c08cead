// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskDocuments

/// What a browser hands over, in the forms in JSON of Web Authentication Level 3, sections 5.1.8 and 5.1.9. Members that
/// are not needed are left out.
struct PasskeyResponse {
    private let members: JSONObject

    init(_ json: JSONObject) { members = json["response"]?.objectValue ?? [:] }

    /// Decodes a member, which is in base64url; throws `malformed` if it is missing or not in base64url.
    func bytes(_ name: String) throws(PasskeyFault) -> [UInt8] { try Self.bytes(name, of: members) }

    static func bytes(_ name: String, of members: JSONObject) throws(PasskeyFault) -> [UInt8] {
        guard let bytes = members[ExactString(name)]?.stringValue.flatMap({ Base64URL.decoded($0) }) else {
            throw PasskeyFault(.malformed, "‘\(name)’ should be bytes in base64url")
        }
        return bytes
    }
}
