// SPDX-License-Identifier: Apache-2.0

/// A POST request to a push service.
public struct PushRequest: Sendable {
    /// The push resource that receives the request (RFC 8030, section 5).
    public let endpoint: PushEndpoint
    /// The header fields, whose values contain no line breaks.
    public let headers: [(name: String, value: String)]
    /// The encrypted message, in the content coding `aes128gcm` (RFC 8188).
    public let body: [UInt8]
}
