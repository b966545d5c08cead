// SPDX-License-Identifier: Apache-2.0

extension JSONObject {
    /// Parses only the members of a JSON object that have one of the given keys; see ``MemberScanner``.
    ///
    /// - Throws: A `JSONError` if the text is not well-formed as far as it was read, or is not an object.
    public init(
        selecting keys: some Sequence<ExactString>, from bytes: UnsafeRawBufferPointer, limits: JSONLimits = .document
    ) throws(JSONError) {
        self = try MemberScanner(selecting: keys, limits: limits).members(of: bytes)
    }
}
